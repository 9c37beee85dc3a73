/** The standard of the family's wallets: one method, and one event for whatever changes. */
export interface ToyProvider {
  readonly name: string
  request(method: string, params?: unknown): Promise<unknown>
  /** Reports each new state; the returned function stops that. */
  watch(listener: (state: unknown) => void): () => void
}

/** Another window of this vault, as far as it is told things. */
export interface WindowSource {
  readonly closed?: boolean
  postMessage(message: unknown, targetOrigin: string): void
}

/** Finds the name an address goes by. */
export interface IdentityPort {
  /** `avatar` is what the record says, unchecked. */
  find(address: string, signal?: AbortSignal): Promise<{ readonly name: string; readonly avatar?: string } | undefined>
}

/** Finds the name an address goes by. */
export interface IdentityPort {
  /** `avatar` is where the picture is, `http(s):` or `data:`; its length and kind are unchecked. */
  find(
    address: string,
    signal?: AbortSignal,
  ): Promise<{ readonly name: string; readonly avatar?: string } | undefined>
}

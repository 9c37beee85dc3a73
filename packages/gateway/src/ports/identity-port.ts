/** Finds the name and picture of an address. */
export interface IdentityPort {
  /**
   * Returns the name of an account address and its picture. `avatar` is the picture's address,
   * `http(s):` or `data:`; its length and type are not checked.
   */
  find(
    address: string,
    signal?: AbortSignal,
  ): Promise<{ readonly name: string; readonly avatar?: string } | undefined>
}

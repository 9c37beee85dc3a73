/** How a remote wallet describes itself. */
export interface Peer {
  readonly name: string
  /**
   * `data:image/*`. Any other icon is left out, because the page never loads images from a foreign
   * host.
   */
  readonly icon?: string
  /** Link with the wallet's own scheme that opens its app on this device. */
  readonly native?: string
  /** `https:` link that opens its app. */
  readonly universal?: string
}

/** How a wallet on another device or in another app describes itself. */
export interface Peer {
  readonly name: string
  /**
   * Icon of the wallet as a `data:image/*` URL. Any other icon is left out, because the page never
   * loads images from a foreign host.
   */
  readonly icon?: string
  /** Link with the wallet's own URL scheme that opens its app on this device. */
  readonly native?: string
  /** `https:` link that opens the wallet's app. */
  readonly universal?: string
}

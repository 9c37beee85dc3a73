/** What a remote wallet says of itself. */
export interface Peer {
  readonly name: string
  /** `data:image/*`; any other icon is left out, since the page asks no foreign host. */
  readonly icon?: string
  /** How its app is opened on this device: `scheme:` link. */
  readonly native?: string
  /** `https:` link that opens its app. */
  readonly universal?: string
}

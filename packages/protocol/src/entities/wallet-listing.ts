/**
 * Whether the pattern of a wallet's link is documented by a source, or derived from the base
 * address and the usual suffix.
 */
export type LinkFormat = 'observed' | 'derived'

/**
 * A wallet in the list of the gateway, the snapshot or the owner; only id and name are required. A
 * link that opens the wallet is a pattern or a base. In a pattern the pairing link replaces `{uri}`
 * (percent-encoded) or `{rawUri}` (unchanged). To a base, a slash, `wc?uri=` and the encoded
 * pairing link are appended.
 */
export interface WalletListing {
  readonly id: string
  readonly name: string
  readonly homepage?: string | null
  readonly image_id?: string | null
  readonly image_url?: string | null
  /** Link of the app: its own scheme if it has one, else its universal link. */
  readonly mobile_link?: string | null
  /** `https:` link of an app that also has a scheme, for browsers that follow no other link. */
  readonly universal_link?: string | null
  readonly desktop_link?: string | null
  readonly webapp_link?: string | null
  readonly link_mode?: string | null
  /**
   * Whether the pattern of each link is documented by a source, or only assumed by the usual rule.
   */
  readonly link_formats?: Readonly<
    Partial<Record<'mobile_link' | 'universal_link' | 'desktop_link' | 'webapp_link', LinkFormat>>
  > | null
  readonly app_store?: string | null
  readonly play_store?: string | null
  readonly chrome_store?: string | null
  readonly firefox_store?: string | null
  readonly rdns?: string | null
  /**
   * Ids of the WalletConnect explorer, 64 hex digits, the current one first; an owner may use them
   * to name the wallet.
   */
  readonly explorer_ids?: readonly string[]
  /** Keys of this wallet besides `rdns`: former ones, Wallet Standard names, WBIP paths. */
  readonly keys?: readonly string[]
  /** Former names, found by search. */
  readonly aliases?: readonly string[]
  /** CAIP-2 ids; a namespace alone (`eip155`) means that its chains are unknown. */
  readonly chains?: readonly string[]
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null
  readonly order?: number | null
  /** Whether a certifier that the operator trusts has certified the wallet. */
  readonly badge_type?: 'none' | 'certified' | null
  /** CSS colour of the monogram tile, `#rrggbb`. */
  readonly color?: string | null
}

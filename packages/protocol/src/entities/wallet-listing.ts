/**
 * How the pattern of a wallet's link is known: a source documents it, or it is derived from the
 * base address and the usual suffix.
 */
export type LinkFormat = 'observed' | 'derived'

/**
 * A wallet in the list of the gateway, the built-in catalogue or the owner; only id and name are
 * required. A link that opens the wallet is a pattern or a base. In a pattern the pairing link
 * replaces `{uri}` (percent-encoded) or `{rawUri}` (unchanged). To a base, a slash, `wc?uri=` and
 * the encoded pairing link are appended.
 */
export interface WalletListing {
  readonly id: string
  readonly name: string
  readonly homepage?: string | null
  readonly image_id?: string | null
  readonly image_url?: string | null
  /**
   * Link that opens the wallet's app: with the app's own scheme if it has one, else its universal
   * link.
   */
  readonly mobile_link?: string | null
  /**
   * `https:` link that opens an app which also has its own scheme, for browsers that follow no
   * other link.
   */
  readonly universal_link?: string | null
  readonly desktop_link?: string | null
  readonly webapp_link?: string | null
  readonly link_mode?: string | null
  /**
   * For each link, whether a source documents its pattern or the pattern is only assumed by the
   * usual rule.
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
   * Ids of the wallet in the WalletConnect explorer, 64 hex digits each, the current one first; an
   * owner may use them to name the wallet.
   */
  readonly explorer_ids?: readonly string[]
  /** Keys of this wallet in addition to `rdns`: former rdns, Wallet Standard names, WBIP paths. */
  readonly keys?: readonly string[]
  /** Former names of the wallet, which the search finds too. */
  readonly aliases?: readonly string[]
  /**
   * CAIP-2 ids of the chains that the wallet supports; a namespace alone (`eip155`) means that its
   * chains are unknown.
   */
  readonly chains?: readonly string[]
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null
  readonly order?: number | null
  /** Whether a certifier that the operator trusts has certified the wallet. */
  readonly badge_type?: 'none' | 'certified' | null
  /** CSS colour of the tile that shows the wallet's monogram, `#rrggbb`. */
  readonly color?: string | null
}

/** Whether a source writes a link's pattern, or it is a base and the usual rule. */
export type LinkFormat = 'observed' | 'derived'

/**
 * A wallet as listed by the gateway, the snapshot or the owner. All but id and name may be absent.
 * A link that opens the wallet is a pattern or a base. In a pattern the pairing link takes the
 * place of `{uri}`, percent-encoded, or of `{rawUri}`, as it is; to a base `wc?uri=` and the
 * encoded pairing link are added, after a slash.
 */
export interface WalletListing {
  readonly id: string
  readonly name: string
  readonly homepage?: string | null
  readonly image_id?: string | null
  readonly image_url?: string | null
  /** Of the app: its own scheme where it has one, else its universal link. */
  readonly mobile_link?: string | null
  /** Of an app that has a scheme too: its `https:` link, for places that follow no other. */
  readonly universal_link?: string | null
  readonly desktop_link?: string | null
  readonly webapp_link?: string | null
  readonly link_mode?: string | null
  /** Which of the links a source writes as they are, and which only follow the rule. */
  readonly link_formats?: Readonly<
    Partial<Record<'mobile_link' | 'universal_link' | 'desktop_link' | 'webapp_link', LinkFormat>>
  > | null
  readonly app_store?: string | null
  readonly play_store?: string | null
  readonly chrome_store?: string | null
  readonly firefox_store?: string | null
  readonly rdns?: string | null
  /**
   * Ids of the WalletConnect explorer, 64 hex digits, the current one first; an owner may name the
   * wallet by them.
   */
  readonly explorer_ids?: readonly string[]
  /**
   * Keys this wallet is known by besides `rdns`: former ones, Wallet Standard names, WBIP paths.
   */
  readonly keys?: readonly string[]
  /** Former names, found by search. */
  readonly aliases?: readonly string[]
  /**
   * CAIP-2 ids; a namespace alone (`eip155`) says that the family is known and its chains are not.
   */
  readonly chains?: readonly string[]
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null
  readonly order?: number | null
  /** Whether somebody the operator trusts has certified it. */
  readonly badge_type?: 'none' | 'certified' | null
  /** CSS colour of the monogram tile, `#rrggbb`. */
  readonly color?: string | null
}

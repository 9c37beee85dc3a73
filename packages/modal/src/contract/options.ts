import type { Asset } from '@latchkey/protocol'
import type { Theme } from './theme.ts'

/**
 * How the owner wants the dialog. Everything about wallets and features stands in the kit's
 * options.
 */
export interface ModalOptions {
  readonly theme?: Theme
  /**
   * Default true: the dialog's code comes at idle, never under Save-Data and never where a session
   * is being resumed.
   */
  readonly prefetch?: boolean
  /** Shown on Connect; with `features.legalCheckbox` they must be accepted. */
  readonly termsUrl?: string
  readonly privacyUrl?: string
  /** Default false: a wallet on a chain the kit does not know never blocks the page. */
  readonly requireSupportedChain?: boolean
  /** Default 999. The dialog stands in the top layer, so this moves only what cannot. */
  readonly zIndex?: number
  /**
   * BCP 47: how numbers, money and times are written; default the browser's. The words are English
   * until translations come.
   */
  readonly lang?: string
  /** What values are given in; default `usd`. */
  readonly currency?: 'usd' | 'eur' | 'gbp' | 'aud' | 'cad' | 'inr' | 'jpy' | 'btc' | 'eth'
  /** Tokens to show beside the chain's own coin where no gateway lists them. */
  readonly tokens?: readonly Asset[]
  /** TanStack Query client to share with the page; default one of the modal's own. */
  readonly queryClient?: unknown
}

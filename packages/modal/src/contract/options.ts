import type { Asset } from '@latchkey/protocol'
import type { Theme } from './theme.ts'

/** The owner's options of the dialog. Options of wallets and features are in the kit's options. */
export interface ModalOptions {
  readonly theme?: Theme
  /**
   * Default true: the dialog's code is loaded when the page is idle, never under Save-Data and
   * never while a session is being resumed.
   */
  readonly prefetch?: boolean
  /** Shown on Connect; with `features.legalCheckbox` they must be accepted. */
  readonly termsUrl?: string
  readonly privacyUrl?: string
  /** Default false: a wallet on a chain that the kit does not know does not block the page. */
  readonly requireSupportedChain?: boolean
  /** Default 999. The dialog is in the top layer, so this only affects elements that are not. */
  readonly zIndex?: number
  /**
   * BCP 47: format of numbers, money and times; default the browser's. The texts are English until
   * translations exist.
   */
  readonly lang?: string
  /** Currency of values; default `usd`. */
  readonly currency?: 'usd' | 'eur' | 'gbp' | 'aud' | 'cad' | 'inr' | 'jpy' | 'btc' | 'eth'
  /** Tokens to show beside the chain's own coin when no gateway lists any. */
  readonly tokens?: readonly Asset[]
  /** TanStack Query client to share with the page; default one of the modal's own. */
  readonly queryClient?: unknown
}

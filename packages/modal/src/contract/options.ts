import type { Asset } from '@latchkey/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Theme } from './theme.ts'

/** The owner's options of the dialog. Options of wallets and features are in the kit's options. */
export interface ModalOptions {
  readonly theme?: Theme
  /**
   * Whether the dialog's code is loaded as soon as the page is idle; default true. It is never
   * loaded early under Save-Data, and for a visitor who is or was connected only when it may be
   * needed.
   */
  readonly prefetch?: boolean
  /**
   * Addresses of the terms and of the privacy policy, which are linked on Connect; with
   * `features.legalCheckbox` the visitor must accept them.
   */
  readonly termsUrl?: string
  readonly privacyUrl?: string
  /**
   * Whether the visitor must switch the network when the wallet is on a chain that the kit does not
   * know. Default false: such a wallet can use the page.
   */
  readonly requireSupportedChain?: boolean
  /**
   * The `z-index` of the dialog's element; default 999. An open dialog is in the browser's top
   * layer, where `z-index` has no effect.
   */
  readonly zIndex?: number
  /**
   * Language (BCP 47) for the format of numbers, money and times; default the browser's. The texts
   * are English until translations exist.
   */
  readonly lang?: string
  /** Currency in which values are shown; default `usd`. */
  readonly currency?: 'usd' | 'eur' | 'gbp' | 'aud' | 'cad' | 'inr' | 'jpy' | 'btc' | 'eth'
  /** Tokens to show beside the chain's own coin when no gateway lists any. */
  readonly tokens?: readonly Asset[]
  /** TanStack Query client to share with the page; default one of the modal's own. */
  readonly queryClient?: QueryClient
}

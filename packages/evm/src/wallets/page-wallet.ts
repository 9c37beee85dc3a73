import type { Connector, Stop } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import type { Chain } from '@latchkey/protocol'

/** What a wallet gets from the adapter to which it is added. */
export interface PageWalletContext {
  /**
   * Wraps the function that connects and the function of each feature, so that their errors get the
   * adapter's error codes.
   */
  readonly guard: Guard
  /** The adapter's chains, the default first. */
  readonly chains: readonly Chain[]
}

/**
 * A wallet that the site owner adds to an adapter with `withWallets`, because it does not announce
 * itself on the page. Either the site or app around the page provides it, or a library that is
 * loaded when the visitor chooses the wallet.
 */
export interface PageWallet {
  /**
   * Reports the wallet's connector once it is known that the wallet can be used on this page;
   * calling the returned function ends the search.
   */
  discover(onFound: (connector: Connector) => void, context: PageWalletContext): Stop
  /**
   * Whether a connector that the adapter has found by itself belongs to this wallet too. Such a
   * connector is not listed a second time.
   */
  isOwn?(connector: Connector): boolean
}

/**
 * Prefix of the connector ids of wallets that the site or app around the page provides. There the
 * visitor has already chosen the account, so such a wallet may be connected without a click.
 */
export const hostIdPrefix = 'host:'

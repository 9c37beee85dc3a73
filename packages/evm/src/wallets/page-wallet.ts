import type { Connector, Stop } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import type { Chain } from '@latchkey/protocol'

/** What a page wallet gets from the adapter that it is added to. */
export interface PageWalletContext {
  /** Wraps connecting and each feature with the adapter's errors. */
  readonly guard: Guard
  /** The adapter's chains, the default first. */
  readonly chains: readonly Chain[]
}

/**
 * A wallet that the owner adds to an adapter with `withWallets`, because it does not announce
 * itself on the page: it is the site around the page, or a library that is loaded when it is
 * chosen.
 */
export interface PageWallet {
  /**
   * Reports the wallet's connector once it is known that the wallet can be used on this page;
   * calling the returned function ends the search.
   */
  discover(onFound: (connector: Connector) => void, context: PageWalletContext): Stop
  /**
   * Whether a connector that the adapter found by itself is this wallet, too; it is then not listed
   * a second time.
   */
  isOwn?(connector: Connector): boolean
}

/**
 * The beginning of the ids of connectors whose wallet is the site or app around the page, which has
 * already chosen the account.
 */
export const hostIdPrefix = 'host:'

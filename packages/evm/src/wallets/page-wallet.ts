import type { Connector, Stop } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'

/**
 * A wallet that the owner adds to an adapter with `withWallets`, because it does not announce
 * itself on the page: it is the site around the page, or a library that is loaded when it is
 * chosen.
 */
export interface PageWallet {
  /**
   * Reports the wallet's connector once it is known that the wallet can be used on this page;
   * calling the returned function ends the search.
   * @param guard - wraps connecting and each feature with the adapter's errors
   */
  discover(onFound: (connector: Connector) => void, guard: Guard): Stop
}

/**
 * The beginning of the ids of connectors whose wallet is the site or app around the page, which has
 * already chosen the account.
 */
export const hostIdPrefix = 'host:'

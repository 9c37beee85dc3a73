/**
 * Id that stands for a wallet on another device; a wallet on the page has the path of its object on
 * `window` as its id.
 */
export const remoteId = 'WalletConnectProvider'

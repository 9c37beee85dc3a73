/** Id of a wallet on another device, instead of a dotted path. */
export const remoteId = 'WalletConnectProvider'

/** What stands for a dotted path where the wallet is on another device. */
export const remoteId = 'WalletConnectProvider'

export {
  type AddressesAnswer,
  type ConnectRequestOptions,
  createStacksConnect,
  type StacksConnect,
} from './create-stacks-connect.ts'
export { JsonRpcError, JsonRpcErrorCode } from './json-rpc-error.ts'
export { connect, disconnect, getLocalStorage, isConnected, request } from './on-page.ts'
export type { RelayAddress, WalletConnectConfig, WalletConnectOptions } from './wallet-connect-settings.ts'
export type { ProviderInfo } from './wallet-listings.ts'

export {
  type AddressesAnswer,
  type ConnectRequestOptions,
  createStacksConnect,
  type StacksConnect,
} from './create-stacks-connect.ts'
export { JsonRpcError, JsonRpcErrorCode } from './json-rpc-error.ts'
export {
  clearLocalStorage,
  clearSelectedProviderId,
  connect,
  disconnect,
  getLocalStorage,
  getSelectedProvider,
  getSelectedProviderId,
  getStacksProvider,
  isConnected,
  isProviderSelected,
  isStacksWalletInstalled,
  request,
  setSelectedProviderId,
} from './on-page.ts'
export { requestRaw } from './request-raw.ts'
export type {
  RelayAddress,
  WalletConnectConfig,
  WalletConnectOptions,
} from './wallet-connect-settings.ts'
export { DEFAULT_PROVIDERS, type ProviderInfo, WALLET_CONNECT_PROVIDER } from './wallet-listings.ts'

export {
  type AddressesAnswer,
  type AnswerOf,
  type ConnectRequestOptions,
  createStacksConnect,
  type StacksConnect,
} from './create-stacks-connect.ts'
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
export type {
  RelayAddress,
  WalletConnectConfig,
  WalletConnectOptions,
} from './remote/wallet-connect-settings.ts'
export { JsonRpcError, JsonRpcErrorCode } from './requests/json-rpc-error.ts'
export { requestRaw } from './requests/request-raw.ts'
export {
  DEFAULT_PROVIDERS,
  type ProviderInfo,
  WALLET_CONNECT_PROVIDER,
} from './wallets/wallet-listings.ts'

export {
  type AddressesAnswer,
  type ConnectRequestOptions,
  createStacksConnect,
  type StacksConnect,
} from './create-stacks-connect.ts'
export { JsonRpcError, JsonRpcErrorCode } from './json-rpc-error.ts'
export { connect, disconnect, getLocalStorage, isConnected, request } from './on-page.ts'

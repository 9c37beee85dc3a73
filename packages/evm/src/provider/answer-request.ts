import { disconnect, getAccount, type Kit, readSource, switchChain } from '@latchkey/core'
import { askWallet } from '@latchkey/core/inside'
import { chainOf, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../connect/active-connector.ts'
import { isSameAddress } from '../encoding/address.ts'
import { readChainId } from '../encoding/chain-id.ts'
import { ProviderRpcError, toProviderError } from './provider-error.ts'
import { readProviderState } from './provider-events.ts'

/** A request in the form of EIP-1193 that has already been checked. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/**
 * Names of the methods that need a key or ask the visitor, so that only the wallet can answer them.
 */
const walletMethod =
  /^(?:wallet_.+|personal_.+|eth_sendTransaction|eth_sign(?:Transaction|TypedData(?:_v[134])?)?|eth_decrypt|eth_getEncryptionPublicKey)$/

/**
 * Answers one JSON-RPC request that a page sent to the provider.
 * @throws whatever a wallet, a node or an action throws
 */
export async function answerRequest(kit: Kit, request: ProviderRequest): Promise<unknown> {
  const { method } = request
  switch (method) {
    case 'eth_accounts':
      return readProviderState(kit).accounts
    case 'eth_requestAccounts':
      return requireAccounts(kit)
    case 'eth_coinbase':
      return readProviderState(kit).accounts[0] ?? null
    case 'eth_chainId':
      return readProviderState(kit).chainId
    case 'net_version':
      return String(BigInt(readProviderState(kit).chainId))
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return requestChain(kit, request)
    case 'wallet_requestPermissions':
      requireAccounts(kit)
      return listPermissions(kit)
    case 'wallet_getPermissions':
      return listPermissions(kit)
    case 'wallet_revokePermissions':
      await disconnect(kit, { namespace: 'eip155' })
      return null
    case 'eth_subscribe':
    case 'eth_unsubscribe':
      throw new ProviderRpcError(4200, `${method} needs a socket, which this provider has not.`)
    default:
      return walletMethod.test(method) ? passToWallet(kit, request) : readChain(kit, request)
  }
}

/**
 * A provider has no user interface, so it cannot let the visitor choose a wallet: the page opens
 * the dialog, or calls `connect`, and then repeats the request.
 */
function requireAccounts(kit: Kit): readonly `0x${string}`[] {
  const { accounts } = readProviderState(kit)
  if (accounts.length === 0)
    throw new ProviderRpcError(4100, 'No wallet is connected. Open the dialog or call connect().')
  return accounts
}

/**
 * Returns the permissions (EIP-2255) of the page: a connected wallet gives exactly one, to read
 * accounts; without a wallet there is none.
 */
function listPermissions(kit: Kit): readonly object[] {
  const { accounts } = readProviderState(kit)
  if (accounts.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ parentCapability: 'eth_accounts', caveats }]
}

/**
 * Answers a request to switch to a chain (EIP-3326) or to add one (EIP-3085). For one of the kit's
 * chains, both are answered by the kit's own switch, which adds the chain to a wallet that lacks
 * it; a request for any other chain goes to the wallet.
 */
async function requestChain(kit: Kit, request: ProviderRequest): Promise<null> {
  const [target] = Array.isArray(request.params) ? request.params : []
  const chain = readChainId((target as { readonly chainId?: unknown } | undefined)?.chainId)
  if (!chain) throw new ProviderRpcError(-32602, `${request.method} needs [{ chainId: '0x…' }].`)
  if (kit.chains.some(({ id }) => id === chain)) {
    await switchChain(kit, { chain })
    return null
  }
  if (readProviderState(kit).accounts.length === 0)
    throw new LatchkeyError('chain-unsupported', { reason: chain })
  try {
    await passToWallet(kit, request)
  } catch (cause) {
    const { code } = await toProviderError(cause)
    if (code !== 4200 || request.method !== 'wallet_switchEthereumChain') throw cause
    // A wallet that cannot switch knows only its own chains, so the requested chain is unknown to
    // it.
    throw new LatchkeyError('chain-unsupported', { reason: chain, cause })
  }
  return null
}

/**
 * Passes a request unchanged to the wallet, on the wallet's present chain. Waiting for the answer
 * ends when the wallet is disconnected.
 */
async function passToWallet(kit: Kit, { method, params }: ProviderRequest): Promise<unknown> {
  const activeWallet = activeConnector(kit)
  const { connector, session } = activeWallet
  const { request } = connector.features
  if (!request) throw new LatchkeyError('feature-unsupported', { reason: method })
  checkSender(kit, method, params)
  return askWallet(kit, activeWallet, undefined, (signal) =>
    request({ chain: chainOf(session.selected), method, params, signal }),
  )
}

/**
 * Refuses a transaction from an account that the wallet does not share with the page, before the
 * wallet sees it.
 */
function checkSender(kit: Kit, method: string, params: ProviderRequest['params']): void {
  if (method !== 'eth_sendTransaction' && method !== 'eth_signTransaction') return
  const [transaction] = Array.isArray(params) ? params : []
  const from = (transaction as { readonly from?: unknown } | undefined)?.from
  if (from === undefined) return
  const isGiven =
    typeof from === 'string' &&
    readProviderState(kit).accounts.some((address) => isSameAddress(address, from))
  if (!isGiven) throw new ProviderRpcError(4100, 'The page may not use this account.')
}

/**
 * Reads a chain through the kit's sources; a chain that the kit does not have is read through the
 * wallet.
 */
async function readChain(kit: Kit, request: ProviderRequest): Promise<unknown> {
  const { chain } = getAccount(kit, { namespace: 'eip155' })
  const { method, params = [] } = request
  if (!kit.chains.some(({ id }) => id === chain)) return passToWallet(kit, request)
  if (!Array.isArray(params)) throw new ProviderRpcError(-32602, `${method} takes a list.`)
  return readSource(kit, { chain }).request(method, params)
}

import { type Chain, hasCode, LatchkeyError, namespaceOf, rpcTimeoutMs } from '@latchkey/protocol'
import { gatewayUrls } from '../http/urls.ts'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { askWallet, getActiveWallet } from '../wallet/ask-wallet.ts'
import { callNodes } from './call-nodes.ts'
import { callRest } from './call-rest.ts'

/**
 * Sends one read of a chain. The read goes only to the owner's nodes when there are any; else to
 * the gateway; else, or when the gateway is out of reach, to the connected wallet.
 * @throws `read-unavailable` | the errors of node and network
 */
export async function readChain(
  kit: Kit,
  { chain, ...request }: readChain.Parameters,
): Promise<unknown> {
  if (chain.rpcUrls.length)
    return (isRestChain(kit, chain) ? callRest : callNodes)(kit, chain.rpcUrls, request)
  const urls = gatewayUrls(kit, 'v1', { chainId: chain.id })
  if (!urls.length) return readByWallet(kit, chain, request)
  try {
    // The first try and all retries share one timeout, because the wallet can answer when the
    // gateway does not.
    return await withTimeout(rpcTimeoutMs, request.signal, (signal) =>
      callNodes(kit, urls, { ...request, signal, contentType: 'text/plain' }),
    )
  } catch (error) {
    if (!hasCode(error) || error.code === 'aborted') throw error
    return readByWallet(kit, chain, request).catch(() => {
      throw error
    })
  }
}

export declare namespace readChain {
  type Parameters = callNodes.Parameters & { readonly chain: Chain }
}

async function readByWallet(
  kit: Kit,
  chain: Chain,
  { method, params, signal }: callNodes.Parameters,
): Promise<unknown> {
  const namespace = namespaceOf(chain.id)
  const throwUnavailable = (cause?: unknown): never => {
    throw new LatchkeyError('read-unavailable', {
      reason: chain.id,
      fix: 'give the chain rpcUrls, or the kit a gateway',
      ...(cause !== undefined && { cause }),
    })
  }
  const activeWallet =
    kit.getState().active[namespace] === undefined
      ? throwUnavailable()
      : getActiveWallet(kit, namespace)
  const { request } = activeWallet.connector.features
  if (!request) return throwUnavailable()
  return askWallet(kit, activeWallet, signal, (innerSignal) =>
    request({ chain: chain.id, method, params, signal: innerSignal }),
  ).catch((cause: unknown) => {
    // A wallet of a chain whose nodes take REST requests does not know the methods of the nodes.
    if (isRestChain(kit, chain) && hasCode(cause, 'rpc-method-not-found')) throwUnavailable(cause)
    throw cause
  })
}

/**
 * Whether the nodes of a chain take REST requests. The gateway takes JSON-RPC calls even for such a
 * chain.
 */
function isRestChain(kit: Kit, { id }: Chain): boolean {
  return readOwnField(kit.adapters, namespaceOf(id))?.nodes === 'rest'
}

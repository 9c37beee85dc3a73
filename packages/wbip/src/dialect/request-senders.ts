import { unwrapAnswer } from '../ask/envelope.ts'
import { invokeMethod } from '../ask/invoke-method.ts'
import type { MethodName } from '../method/method-map.ts'
import type { Provider } from '../wallet/provider.ts'
import type { Manner } from '../wallet/wallets.ts'
import { callOwnFunctions } from './call-own-functions.ts'
import { okxFunctions } from './okx.ts'
import { type RewriteRequest, rewrites, toWire } from './rewrite.ts'
import { unisatFunctions } from './unisat.ts'

/** Sends a request to a wallet in its own format; the result is not validated yet. */
export type SendRequest = (
  provider: Provider,
  method: MethodName,
  params: unknown,
) => Promise<unknown>

/**
 * Makes a sender for wallets that take JSON-RPC by `request(method, params)`; each request is first
 * rewritten for the wallet.
 */
function callByJsonRpc(rewrite: RewriteRequest): SendRequest {
  return async (provider, method, params) => {
    const { name, params: wireParams } = rewrite(method, params)
    return unwrapAnswer(await invokeMethod(provider, 'request', name, toWire(wireParams)))
  }
}

/** The function that sends a request, for each kind of wallet. */
export const requestSenders: Readonly<Record<Manner, SendRequest>> = {
  plain: callByJsonRpc(rewrites.plain),
  'by-address': callByJsonRpc(rewrites.byAddress),
  'by-address-with-key': callByJsonRpc(rewrites.byAddressWithKey),
  'hex-psbt': callByJsonRpc(rewrites.hexPsbt),
  unisat: callOwnFunctions(unisatFunctions),
  okx: callOwnFunctions(okxFunctions),
}

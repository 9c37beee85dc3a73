import { openAnswer } from '../ask/envelope.ts'
import { invokeMethod } from '../ask/invoke-method.ts'
import type { MethodName } from '../method/method-map.ts'
import type { Provider } from '../wallet/provider.ts'
import type { Manner } from '../wallet/wallets.ts'
import { callOwn } from './call-own.ts'
import { okx } from './okx.ts'
import { type Rewrite, rewrites, toWire } from './rewrite.ts'
import { unisat } from './unisat.ts'

/** Sends a request to a wallet in its own format; the result is not validated yet. */
export type Call = (provider: Provider, method: MethodName, params: unknown) => Promise<unknown>

/** Sends JSON-RPC through `request(method, params)`, after rewriting the request for the wallet. */
function callByEnvelope(rewrite: Rewrite): Call {
  return async (provider, method, params) => {
    const { name, params: wireParams } = rewrite(method, params)
    return openAnswer(await invokeMethod(provider, 'request', name, toWire(wireParams)))
  }
}

/** How to send a request to each kind of wallet. */
export const manners: Readonly<Record<Manner, Call>> = {
  plain: callByEnvelope(rewrites.plain),
  'by-address': callByEnvelope(rewrites.byAddress),
  'by-address-with-key': callByEnvelope(rewrites.byAddressWithKey),
  'hex-psbt': callByEnvelope(rewrites.hexPsbt),
  unisat: callOwn(unisat),
  okx: callOwn(okx),
}

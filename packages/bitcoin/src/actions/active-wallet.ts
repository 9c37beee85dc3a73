import type { Kit, Session } from '@latchkey/core'
import { askWallet, getActiveWallet } from '@latchkey/core/inside'
import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'
import type { Wire } from '../wire.ts'

/**
 * The session of the connected Bitcoin wallet that `requestedAccount` belongs to, or of the active
 * one, and a function that sends requests to that wallet and waits while it stays connected. Throws
 * `not-connected`, `feature-unsupported`.
 */
export function activeWallet(
  kit: Kit,
  requestedAccount?: AccountId,
): { readonly session: Session; readonly ask: Wire['ask'] } {
  const active = getActiveWallet(kit, 'bip122', requestedAccount)
  const { request } = active.connector.features
  if (!request) throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  const ask: Wire['ask'] = async <M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    { chain, account, signal }: Parameters<Wire['ask']>[2],
  ) => {
    const paramsToSend = account === undefined ? params : { ...(params as object), account }
    const answer = await askWallet(kit, active, signal, (innerSignal) =>
      request({ chain, method, params: paramsToSend, signal: innerSignal }),
    )
    return answer as ResultOf<M>
  }
  return { session: active.session, ask }
}

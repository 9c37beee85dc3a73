import type { Connector, Kit, Session } from '@latchkey/core'
import { connectorIdOf } from '@latchkey/core/inside'
import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'
import type { Wire } from '../wire.ts'

/**
 * The active Bitcoin wallet, or another that alone has `requestedAccount`, with its session and a
 * function that sends requests to the wallet. Throws `not-connected`, `feature-unsupported`.
 */
export function activeWallet(
  kit: Kit,
  requestedAccount?: AccountId,
): {
  readonly connector: Connector
  readonly session: Session
  readonly ask: Wire['ask']
} {
  const { active, connectors, connections } = kit.getState()
  const id =
    (requestedAccount === undefined ? active.bip122 : connectorIdOf(kit, requestedAccount)) ?? ''
  const connector = Object.hasOwn(connectors, id) ? connectors[id] : undefined
  const connection = Object.hasOwn(connections, id) ? connections[id] : undefined
  const session =
    connection?.status === 'connected'
      ? connection.sessions.find(({ namespace }) => namespace === 'bip122')
      : undefined
  if (!connector || !session)
    throw new LatchkeyError('not-connected', { reason: 'no wallet stands for bip122' })
  const { request } = connector.features
  if (!request) throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  const askWallet: Wire['ask'] = async <M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    { chain, account, signal }: Parameters<Wire['ask']>[2],
  ) => {
    const paramsToSend = account === undefined ? params : { ...(params as object), account }
    return (await request({
      chain,
      method,
      params: paramsToSend,
      ...(signal && { signal }),
    })) as ResultOf<M>
  }
  return { connector, session, ask: askWallet }
}

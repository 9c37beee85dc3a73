import { chainOf, isExchangeStatusResult, isExchangeUrlResult } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import type { ExchangeSeller } from '../../ports/onramp-port.ts'
import { askSandbox } from './sandbox-api.ts'

/** The demo exchange of `apps/sandbox`: a test account that pays out coins of a local chain. */
export function sandboxExchange(
  config: NonNullable<Config['exchanges']['sandbox']>,
  fetchUpstream?: Fetch,
): ExchangeSeller {
  const callSandbox = askSandbox(config, fetchUpstream)
  return {
    exchange: { id: 'sandbox', name: 'Sandbox exchange', isSandbox: true },
    serves: (asset) =>
      config.chains.some(
        (chain) => chain === chainOf(asset as `${string}:${string}/${string}:${string}`),
      ),
    async start({ callerAddress: _, ...depositRequest }, signal) {
      const deposit = await callSandbox('/api/deposits', depositRequest, signal)
      if (!isExchangeUrlResult(deposit)) throw refusal(503, '', 'The sandbox opens no deposit')
      return deposit
    },
    async status(sessionId, signal) {
      const depositAnswer = await callSandbox(
        `/api/deposits/${encodeURIComponent(sessionId)}`,
        undefined,
        signal,
      )
      if (depositAnswer === undefined) return { status: 'UNKNOWN' }
      if (!isExchangeStatusResult(depositAnswer))
        throw refusal(503, '', 'The sandbox answers what cannot be believed')
      return depositAnswer
    },
  }
}

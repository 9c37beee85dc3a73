import { type AccountId, type Asset, chainOf, type ErrorCode, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { refuse } from '../adapter-of.ts'
import { toError } from '../failure.ts'
import type { Kit } from '../kit.ts'
import type { Call, Simulation } from '../reader.ts'
import { placeOf } from './swap-gateway.ts'

/** Not the swap's fault: the chain could not be asked. */
const unasked: readonly ErrorCode[] = [
  'aborted',
  'chain-mismatch',
  'gateway-refused',
  'gateway-timeout',
  'gateway-unreachable',
  'origin-not-allowed',
  'project-id-unknown',
  'rate-limited',
  'not-connected',
  'read-unavailable',
  'rpc-answer-invalid',
  'rpc-limit-exceeded',
  'server-error',
  'wallet-disconnected',
]

/**
 * What a swap does behind its approval, tried on the newest state.
 * @throws `swap-simulation-failed` | `insufficient-fee-funds` | what the read throws
 */
export async function trySwap(
  kit: Kit,
  parameters: {
    readonly account: AccountId
    readonly call: Call
    readonly approve?: Call | undefined
    readonly assets: readonly Asset[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<{
  readonly simulation: Simulation
  /** Base units of the coin: the most the approval can cost. */
  readonly approvalFee?: bigint
}> {
  const { account: from, call, approve, assets, signal } = parameters
  const { adapter, source } = placeOf(kit, chainOf(from), signal)
  const { simulate } = adapter.read
  if (!simulate) return refuse('swap-chain-unsupported', chainOf(from))
  try {
    if (!approve) return { simulation: await simulate(source, { from, calls: [call], assets }) }
    const [simulation, { fee }] = await Promise.all([
      simulate(source, { from, calls: [approve, call], assets }),
      simulate(source, { from, calls: [approve], assets: [] }),
    ])
    return { simulation, approvalFee: fee }
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    const error = toError(kit, [namespaceOf(from)], cause, { 'insufficient-funds': 'insufficient-fee-funds' })
    if (unasked.includes(error.code) || error.code === 'insufficient-fee-funds') throw error
    const { reason } = error.context
    throw new LatchkeyError('swap-simulation-failed', { cause, ...(reason && { reason }) })
  }
}

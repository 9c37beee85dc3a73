import {
  type AccountId,
  type Asset,
  chainOf,
  type ErrorCode,
  hasCode,
  LatchkeyError,
  namespaceOf,
} from '@latchkey/protocol'
import type { Call, Simulation } from '../contract/reader.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { chainContextOf } from './swap-gateway.ts'

/** Error codes which mean that the chain could not be asked, so that the swap is not at fault. */
const rethrownCodes: readonly ErrorCode[] = [
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

interface Parameters {
  readonly account: AccountId
  readonly assets: readonly Asset[]
  readonly signal?: AbortSignal | undefined
}

/**
 * A call with its highest possible fee in base units of the coin; the fee is 0 when it is unknown.
 */
export interface PricedCall {
  readonly call: Call
  readonly fee: bigint
}

/**
 * Simulates a swap after its approval on the newest state. Some tokens require that an earlier
 * approval is revoked before a new one. If the simulation fails, `takeBack` therefore builds the
 * call that revokes it, and all three calls are simulated.
 * @throws `swap-simulation-failed` | `insufficient-fee-funds` | what the read throws
 */
export async function trySwap(
  kit: Kit,
  parameters: Parameters & {
    readonly call: Call
    readonly approve?: Call | undefined
    readonly takeBack?: (() => Promise<Call>) | undefined
  },
): Promise<{
  readonly simulation: Simulation
  /** Calls before the swap, in the order they are sent. */
  readonly before: readonly PricedCall[]
}> {
  const { call, approve, takeBack } = parameters
  if (!approve)
    return { simulation: await tryCalls(kit, { ...parameters, calls: [call] }), before: [] }
  const simulateAfter = async (first: readonly Call[]) => {
    // The fee of each call is estimated in the state that the calls before it leave.
    const [simulation, ...fees] = await Promise.all([
      tryCalls(kit, { ...parameters, calls: [...first, call] }),
      ...first.map((_, at) =>
        tryCalls(kit, { ...parameters, calls: first.slice(0, at + 1), assets: [] }),
      ),
    ])
    return { simulation, before: first.map((one, at) => ({ call: one, fee: fees[at]?.fee ?? 0n })) }
  }
  try {
    return await simulateAfter([approve])
  } catch (cause) {
    if (!takeBack || !hasCode(cause, 'swap-simulation-failed')) throw cause
    const resetCall = await takeBack()
    // When the simulation fails even after the revocation, the error of the first simulation is
    // thrown.
    return simulateAfter([resetCall, approve]).catch((retryError: unknown) => {
      throw hasCode(retryError, 'swap-simulation-failed') ? cause : retryError
    })
  }
}

/**
 * Simulates an account's calls one after the other on the newest state.
 * @throws `swap-simulation-failed` | `insufficient-fee-funds` | what the read throws
 */
export async function tryCalls(
  kit: Kit,
  parameters: Parameters & { readonly calls: readonly Call[] },
): Promise<Simulation> {
  const { account: from, calls, assets, signal } = parameters
  const { adapter, source } = chainContextOf(kit, chainOf(from), signal)
  const { simulate } = adapter.read
  if (!simulate) return refuseWith('swap-chain-unsupported', chainOf(from))
  try {
    return await simulate(source, { from, calls, assets })
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    const error = toError(kit, [namespaceOf(from)], cause, {
      'insufficient-funds': 'insufficient-fee-funds',
    })
    if (rethrownCodes.includes(error.code) || error.code === 'insufficient-fee-funds') throw error
    const { reason } = error.context
    throw new LatchkeyError('swap-simulation-failed', { cause, ...(reason && { reason }) })
  }
}

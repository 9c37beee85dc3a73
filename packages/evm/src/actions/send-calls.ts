import type { Kit } from '@latchkey/core'
import { type ChainId, chainOf, inWords, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../connect/active-connector.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import { encodeQuantity } from '../encoding/hex.ts'
import { checkCall } from '../transaction/check-call.ts'
import { askConnector } from './ask-connector.ts'
import { isCallsId } from './is-calls-id.ts'

/** Maximum number of calls in a batch, far more than a visitor can check. */
const maxCalls = 100

/**
 * Asks the wallet to send several calls as one batch (`wallet_sendCalls`, EIP-5792) from the
 * selected account. The returned `id` is for `getCallsStatus`; it is no transaction hash. Throws
 * `not-connected`, `chain-mismatch`, `rpc-invalid-params`, `receiver-invalid`, `amount-invalid`,
 * `feature-unsupported`, `wallet-answer-invalid`, or what the wallet's error means:
 * `user-rejected`, `wallet-method-unsupported`, `wallet-capability-unsupported` (5700),
 * `wallet-chain-id-unsupported` (5710), `wallet-bundle-duplicate` (5720), `wallet-bundle-too-large`
 * (5740), `wallet-upgrade-rejected` (5750), `wallet-atomicity-unsupported` (5760).
 */
export function sendCalls(
  kit: Kit,
  parameters: sendCalls.Parameters,
): Promise<{ readonly id: string }> {
  return inWords(runSendCalls(kit, parameters))
}

async function runSendCalls(
  kit: Kit,
  parameters: sendCalls.Parameters,
): Promise<{ readonly id: string }> {
  const { session } = activeConnector(kit)
  const { selected: from } = session
  const { calls, atomicRequired = false, chain = chainOf(from), signal } = parameters
  if (chain !== chainOf(from))
    throw new LatchkeyError('chain-mismatch', {
      reason: `the wallet is on ${chainOf(from)}, the calls on ${chain}`,
    })
  if (calls.length === 0 || calls.length > maxCalls)
    throw new LatchkeyError('rpc-invalid-params', { reason: `${calls.length} calls` })
  const request = {
    version: '2.0.0',
    from: addressOfAccount(from),
    chainId: hexOfChain(chain),
    atomicRequired,
    calls: calls.map(({ to, value = 0n, data = '0x' }) => {
      const call = checkCall({ to, value, data })
      return {
        to: call.to,
        value: encodeQuantity(value),
        ...(data !== '0x' && { data: call.data }),
      }
    }),
  }
  const answer = await askConnector(kit, { method: 'wallet_sendCalls', params: [request], signal })
  // Wallets that implement the first version of EIP-5792 answer with the id alone.
  const id =
    typeof answer === 'string'
      ? answer
      : (answer as { readonly id?: unknown } | null | undefined)?.id
  if (!isCallsId(id))
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'wallet_sendCalls answered no id' })
  return { id }
}

export declare namespace sendCalls {
  type Parameters = {
    /** Calls to make, in this order; at most 100. */
    readonly calls: readonly {
      /** Address that receives the call. */
      readonly to: string
      /** Value in wei; default 0. */
      readonly value?: bigint
      /** Call data in hex; default none. */
      readonly data?: string
    }[]
    /**
     * Whether all calls must succeed or fail together: a wallet that cannot guarantee this refuses.
     * Default false.
     */
    readonly atomicRequired?: boolean
    /** CAIP-2 id of the chain; it must be the wallet's present chain, which is also the default. */
    readonly chain?: ChainId
    readonly signal?: AbortSignal
  }
}

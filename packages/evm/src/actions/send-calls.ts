import type { Kit } from '@latchkey/core'
import {
  type ChainId,
  chainOf,
  type ErrorCode,
  hasCode,
  inWords,
  LatchkeyError,
} from '@latchkey/protocol'
import type { CallsCapabilities } from '../calls/capabilities.ts'
import { checkCapabilities, listRequired } from '../calls/check-capabilities.ts'
import { activeConnector } from '../connect/active-connector.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import { encodeQuantity } from '../encoding/hex.ts'
import { checkCall } from '../transaction/check-call.ts'
import { askConnector } from './ask-connector.ts'
import { isCallsId } from './is-calls-id.ts'
import { type CallOutcome, sendOneByOne } from './send-one-by-one.ts'

/** Maximum number of calls in a batch, far more than a visitor can check. */
const maxCalls = 100

/** Error codes by which a wallet says that it cannot send batches, at least on this chain. */
const withoutBatchesCodes: readonly ErrorCode[] = [
  'wallet-method-unsupported',
  'wallet-chain-id-unsupported',
  'rpc-method-not-found',
  'rpc-method-not-supported',
  // A wallet behind WalletConnect answers with this code when its session lacks the method.
  'request-unauthorized',
]

/**
 * Asks the wallet to send several calls as one batch (`wallet_sendCalls`, EIP-5792) from the
 * selected account. The returned `id` is for `getCallsStatus`; it is no transaction hash.
 *
 * With `allowsFallback`, a wallet that cannot send batches is asked to send the calls as single
 * transactions, one after the other. The result then has `isFallback: true`, and says of each call
 * whether it was sent. There is no such fallback when `atomicRequired` is set or a capability is
 * not `optional`: then the wallet's error is thrown.
 * @throws `not-connected`, `chain-mismatch`, `rpc-invalid-params`, `receiver-invalid`,
 *   `amount-invalid`, `feature-unsupported`, `wallet-answer-invalid`, or what the wallet's error
 *   means: `user-rejected`, `wallet-method-unsupported`, `wallet-capability-unsupported` (5700),
 *   `wallet-chain-id-unsupported` (5710), `wallet-bundle-duplicate` (5720),
 *   `wallet-bundle-too-large` (5740), `wallet-upgrade-rejected` (5750),
 *   `wallet-atomicity-unsupported` (5760)
 *
 * @example
 * const batch = await sendCalls(kit, {
 *   calls: [{ to: receiver, value: 1n }, { to: token, data: '0x' }],
 *   capabilities: { paymasterService: { url: 'https://paymaster.example', optional: true } },
 *   allowsFallback: true,
 * })
 * if (batch.isFallback) console.log(batch.calls.map(({ status }) => status))
 */
export function sendCalls(
  kit: Kit,
  parameters: sendCalls.Parameters,
): Promise<sendCalls.ReturnType> {
  return inWords(runSendCalls(kit, parameters))
}

async function runSendCalls(
  kit: Kit,
  parameters: sendCalls.Parameters,
): Promise<sendCalls.ReturnType> {
  const { session } = activeConnector(kit)
  const { selected: account } = session
  const { atomicRequired = false, chain = chainOf(account), id, signal } = parameters
  if (chain !== chainOf(account))
    throw new LatchkeyError('chain-mismatch', {
      reason: `the wallet is on ${chainOf(account)}, the calls on ${chain}`,
    })
  if (parameters.calls.length === 0 || parameters.calls.length > maxCalls)
    throw new LatchkeyError('rpc-invalid-params', { reason: `${parameters.calls.length} calls` })
  if (id !== undefined && !isCallsId(id))
    throw new LatchkeyError('rpc-invalid-params', { reason: 'no id of calls' })
  const capabilities = checkCapabilities(parameters.capabilities)
  const calls = parameters.calls.map(({ to, value = 0n, data = '0x', ...call }) => ({
    ...checkCall({ to, value, data }),
    capabilities: checkCapabilities(call.capabilities),
  }))
  const request = {
    version: '2.0.0',
    ...(id !== undefined && { id }),
    from: addressOfAccount(account),
    chainId: hexOfChain(chain),
    atomicRequired,
    calls: calls.map((call) => ({
      to: call.to,
      value: encodeQuantity(call.value),
      ...(call.data !== '0x' && { data: call.data }),
      ...(call.capabilities && { capabilities: call.capabilities }),
    })),
    ...(capabilities && { capabilities }),
  }
  const required = [capabilities, ...calls.map((call) => call.capabilities)].flatMap(listRequired)
  const canFallBack = parameters.allowsFallback && !atomicRequired && required.length === 0
  let answer: unknown
  try {
    answer = await askConnector(kit, { method: 'wallet_sendCalls', params: [request], signal })
  } catch (error) {
    if (!canFallBack || !hasCode(error) || !isWithoutBatches(error)) throw error
    const batch = await sendOneByOne(kit, { account, chain, calls, signal })
    return { ...batch, isFallback: true }
  }
  return readAnswer(answer)
}

/**
 * Whether an error means that the wallet cannot send batches. The wallet's number 4200 counts as
 * well as Latchkey's code, because some wallets describe that number by a text of their own.
 */
function isWithoutBatches({ code, context }: LatchkeyError): boolean {
  return withoutBatchesCodes.includes(code) || context.sourceCode === 4200
}

/**
 * Reads the wallet's answer. Wallets with the first version of EIP-5792 answer with the id as plain
 * text.
 */
function readAnswer(answer: unknown): sendCalls.ReturnType {
  const { id, capabilities } = (
    typeof answer === 'object' && answer !== null ? answer : { id: answer }
  ) as { readonly id?: unknown; readonly capabilities?: unknown }
  if (!isCallsId(id))
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'wallet_sendCalls answered no id' })
  const isRecord =
    typeof capabilities === 'object' && capabilities !== null && !Array.isArray(capabilities)
  return {
    id,
    isFallback: false,
    ...(isRecord && { capabilities: capabilities as Readonly<Record<string, unknown>> }),
  }
}

export declare namespace sendCalls {
  type Parameters = {
    /** The calls to make, in this order; at most 100. */
    readonly calls: readonly {
      /** Address that receives the call. */
      readonly to: string
      /** Amount of the chain's coin to send with the call, in wei; default 0. */
      readonly value?: bigint | undefined
      /** Call data in hex; empty by default. */
      readonly data?: string | undefined
      /** Capabilities that are wanted for this call only. */
      readonly capabilities?: CallsCapabilities | undefined
    }[]
    /**
     * Whether all calls must succeed or fail together: a wallet that cannot guarantee this refuses.
     * Default false.
     */
    readonly atomicRequired?: boolean | undefined
    /** Capabilities that are wanted for the whole batch, such as a service that pays the fees. */
    readonly capabilities?: CallsCapabilities | undefined
    /**
     * Id that the batch is to have, at most 4096 bytes; by default the wallet chooses it. A wallet
     * refuses an id that it has already (5720). Calls that are sent as single transactions get
     * another id.
     */
    readonly id?: string | undefined
    /**
     * Whether a wallet that cannot send batches may be asked to send the calls as single
     * transactions, with one prompt for each. Default false.
     */
    readonly allowsFallback?: boolean | undefined
    /** CAIP-2 id of the chain; it must be the wallet's present chain, which is also the default. */
    readonly chain?: ChainId | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType =
    | {
        /** Id of the batch, for `getCallsStatus` and `watchCalls`. */
        readonly id: string
        /** False: the wallet has accepted the calls as one batch. */
        readonly isFallback: false
        /**
         * The wallet's answers about capabilities, unchecked: check each field before it is used.
         */
        readonly capabilities?: Readonly<Record<string, unknown>>
      }
    | {
        /**
         * Id of the batch, for `getCallsStatus` and `watchCalls`; viem's `getCallsStatus`
         * understands it, too.
         */
        readonly id: string
        /**
         * True: the wallet cannot send batches, and at least the first call was sent as a
         * transaction of its own.
         */
        readonly isFallback: true
        /** For each call, in order, whether the wallet has sent it. */
        readonly calls: readonly CallOutcome[]
      }
}

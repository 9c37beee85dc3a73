import { type Kit, readSource } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { accountId, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { CallStatus, CallsReceipt, CallsStatus } from '../calls/calls-status.ts'
import type { FallbackBatch } from '../calls/fallback-id.ts'
import { readReceipt } from '../calls/read-receipt.ts'
import { isAddress } from '../encoding/address.ts'
import { isHash, isHex, readQuantity } from '../encoding/hex.ts'
import { findOperation } from '../read/operation.ts'
import { verdict } from '../read/verdict.ts'

/** The fields of a pending transaction, as a node reported them. */
interface SeenTransaction {
  readonly from: `0x${string}`
  readonly nonce: number
  readonly to: string
  readonly value: bigint
  readonly data: string
}

/** What the page remembers of a transaction that is not in a block yet. */
interface Memory {
  /** Time when the transaction's status was first asked for, in milliseconds since the epoch. */
  readonly firstAskedAt: number
  readonly seen?: SeenTransaction | undefined
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Maximum number of remembered transactions; the oldest is forgotten first. */
const maxRemembered = 1000
/**
 * Remembered transactions by hash. A batch's id contains only the hashes, which are enough to find
 * receipts after a reload. Whether a transaction was replaced or dropped can be found out only by
 * the page that has seen it pending.
 */
const memoriesOf = perKit((_kit: Kit) => new Map<string, Memory>())

/**
 * Returns the status of a batch whose calls were sent as single transactions. It is read through
 * the kit's sources for the chain, so it works even when the wallet is no longer connected. Throws
 * `chain-unsupported`, `read-unavailable`, `rpc-answer-invalid`, and the errors of the node.
 */
export async function readFallbackStatus(
  kit: Kit,
  parameters: FallbackBatch & { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<CallsStatus> {
  const { id, chain, hashes, signal } = parameters
  const { request } = readSource(kit, { chain, signal })
  const entries = await Promise.all(
    hashes.map((hash) => (hash ? followTransaction(kit, { chain, hash, request }) : notSent)),
  ).catch(async (cause) => {
    if (hasCode(cause)) throw cause
    const { toLatchkeyError } = await import('./to-latchkey-error.ts')
    throw toLatchkeyError(cause)
  })
  const calls = entries.map(({ call }) => call)
  const code = codeOfCalls(calls)
  return {
    id,
    status: statusOfCode[code],
    code,
    isFallback: true,
    isAtomic: false,
    chain,
    receipts: entries.flatMap(({ receipt }) => receipt ?? []),
    calls,
  }
}

const notSent: Followed = { call: { status: 'not-sent' } }
const statusOfCode = {
  100: 'pending',
  200: 'confirmed',
  400: 'failed',
  500: 'reverted',
  600: 'partly-reverted',
} as const

interface Followed {
  readonly call: CallStatus
  readonly receipt?: CallsReceipt
}

function codeOfCalls(calls: readonly CallStatus[]): keyof typeof statusOfCode {
  const has = (status: CallStatus['status']) => calls.some((call) => call.status === status)
  if (has('pending')) return 100
  if (has('confirmed')) return calls.every(({ status }) => status === 'confirmed') ? 200 : 600
  return has('reverted') ? 500 : 400
}

async function followTransaction(
  kit: Kit,
  parameters: {
    readonly chain: FallbackBatch['chain']
    readonly hash: `0x${string}`
    readonly request: Request
  },
): Promise<Followed> {
  const { chain, hash, request } = parameters
  const memory = remember(kit, hash, {})
  const mined = await readMined(request, hash, memory.seen)
  if (mined) return mined
  const seen = readTransaction(await request('eth_getTransactionByHash', [hash])) ?? memory.seen
  remember(kit, hash, { seen })
  const found = await verdict(readSource(kit, { chain }), {
    hash,
    from: accountId(chain, seen?.from ?? zeroAddress),
    submittedAt: memory.firstAskedAt,
    ...(seen && { nonce: seen.nonce }),
  })
  switch (found.state) {
    case 'replaced':
      return (
        (await followReplacement(request, { hash, seen, by: found.by })) ?? {
          call: { status: 'dropped', hash },
        }
      )
    case 'dropped':
      return { call: { status: 'dropped', hash } }
    case 'pending':
      return { call: { status: 'pending', hash } }
    default:
      // The transaction was included in a block between the two requests, so its receipt is read
      // again.
      return (await readMined(request, hash, seen)) ?? { call: { status: 'pending', hash } }
  }
}

const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * Follows the transaction that replaced a sent one. When only its fee differs, because the visitor
 * sped it up, it counts as the same call.
 */
async function followReplacement(
  request: Request,
  parameters: {
    readonly hash: `0x${string}`
    readonly seen: SeenTransaction | undefined
    readonly by: string | undefined
  },
): Promise<Followed | null> {
  const { hash, seen, by } = parameters
  if (!seen || !isHash(by)) return null
  const other = readTransaction(await request('eth_getTransactionByHash', [by]))
  const isSameCall = other?.to === seen.to && other.value === seen.value && other.data === seen.data
  const followed = isSameCall ? await readMined(request, by, seen) : null
  return followed && { ...followed, call: { ...followed.call, hash } as CallStatus }
}

async function readMined(
  request: Request,
  hash: `0x${string}`,
  seen: SeenTransaction | undefined,
): Promise<Followed | null> {
  const answer = await request('eth_getTransactionReceipt', [hash])
  if (answer === null || answer === undefined) return null
  const receipt = readReceipt(answer)
  if (receipt?.hash.toLowerCase() !== hash)
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'eth_getTransactionReceipt answered no receipt of it',
    })
  // An operation of a contract account (ERC-4337) may fail in a transaction that succeeds.
  const operation = seen && findOperation(answer as Readonly<Record<string, unknown>>, seen.from)
  const isSuccess = receipt.isSuccess && operation?.isSuccess !== false
  return {
    call: { status: isSuccess ? 'confirmed' : 'reverted', hash },
    receipt: { ...receipt, isSuccess },
  }
}

function readTransaction(answer: unknown): SeenTransaction | undefined {
  const { from, nonce, to, value, input } = (answer ?? {}) as Readonly<Record<string, unknown>>
  const [nonceAmount, valueAmount] = [readQuantity(nonce), readQuantity(value)]
  if (!isAddress(from) || !isAddress(to) || !isHex(input)) return undefined
  if (valueAmount === null || nonceAmount === null) return undefined
  return {
    from: from as `0x${string}`,
    nonce: Number(nonceAmount),
    to: to.toLowerCase(),
    value: valueAmount,
    data: input.toLowerCase(),
  }
}

function remember(kit: Kit, hash: string, more: Pick<Memory, 'seen'>): Memory {
  const memories = memoriesOf(kit)
  const memory: Memory = {
    firstAskedAt: Date.now(),
    ...memories.get(hash),
    ...(more.seen && { seen: more.seen }),
  }
  memories.set(hash, memory)
  const [oldest] = memories.keys()
  if (memories.size > maxRemembered && oldest !== undefined) memories.delete(oldest)
  return memory
}

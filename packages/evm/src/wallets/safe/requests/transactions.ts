import { LatchkeyError } from '@latchkey/protocol'
import { isAddress, isSameAddress } from '../../../encoding/address.ts'
import { readChainId } from '../../../encoding/chain-id.ts'
import { isHash, isHex, readQuantity } from '../../../encoding/hex.ts'
import { readSafeTransaction, type SafeTransaction } from '../answers/safe-transaction.ts'
import { poll, rpcError, type SafeContext } from './safe-context.ts'

type Fields = Readonly<Record<string, unknown>>

/** A call in the form that the Safe app takes; `value` is in wei, as a decimal number. */
interface SafeCall {
  readonly to: string
  readonly value: string
  readonly data: string
}

/**
 * Answers `eth_sendTransaction`: proposes the transaction to the owners, waits without a time limit
 * until one of them has executed it, and returns the hash of the chain's transaction. Throws 4001
 * (EIP-1193) when the owners cancel it.
 */
export async function sendTransaction(context: SafeContext, params: unknown): Promise<unknown> {
  const [request] = toList(params)
  const { from, chainId, ...call } = (request ?? {}) as Fields
  checkSender(context, from, chainId)
  const safeTxHash = await propose(context, [readCall(call)])
  return poll(async () => {
    const transaction = await readIfAnswered(context, safeTxHash)
    if (transaction?.status === 'cancelled')
      throw rpcError(4001, 'The owners of the Safe have rejected the transaction.')
    const isOver = transaction?.status === 'executed' || transaction?.status === 'failed'
    if (transaction?.status === 'failed' && !transaction.hash)
      throw new LatchkeyError('execution-reverted', { reason: 'the Safe app gives no hash' })
    return isOver ? transaction.hash : undefined
  }, context.signal)
}

/**
 * Answers `wallet_sendCalls` (EIP-5792): proposes the calls as one transaction of the Safe. The id
 * of the batch is its safeTxHash.
 */
export async function sendCalls(context: SafeContext, params: unknown): Promise<unknown> {
  const [request] = toList(params)
  const { from, chainId, calls, id, capabilities } = (request ?? {}) as Fields
  if (id !== undefined) throw rpcError(-32602, 'The Safe chooses the id of a batch.')
  checkSender(context, from, chainId)
  const entries = toList(calls)
  if (entries.length === 0 || entries.length > 100) throw rpcError(-32602, 'No calls, or too many.')
  for (const wanted of [capabilities, ...entries.map((call) => (call as Fields)?.capabilities)]) {
    refuseCapabilities(wanted)
  }
  return { id: await propose(context, entries.map(readCall)) }
}

/** Answers `wallet_getCallsStatus` (EIP-5792) from the status of the Safe's transaction. */
export async function getCallsStatus(context: SafeContext, params: unknown): Promise<unknown> {
  const [id] = toList(params)
  if (!isHash(id)) throw rpcError(5730, 'No batch has this id.')
  const { status, hash } = await readTransaction(context, id)
  const batch = {
    version: '2.0.0',
    id,
    chainId: `0x${context.info.chainId.toString(16)}`,
    atomic: true,
  }
  if (status === 'cancelled') return { ...batch, status: 400 }
  const receipt = hash
    ? await context.ask('rpcCall', { call: 'eth_getTransactionReceipt', params: [hash] })
    : undefined
  if (!receipt) return { ...batch, status: status === 'failed' && !hash ? 500 : 100 }
  const isFailed = status === 'failed'
  return {
    ...batch,
    status: isFailed ? 500 : 200,
    receipts: [{ ...(receipt as Fields), ...(isFailed && { status: '0x0' }) }],
  }
}

/**
 * Reads a transaction from the Safe app. If this page has proposed it, its new state is kept in
 * `proposals`.
 */
export async function readTransaction(
  context: SafeContext,
  safeTxHash: unknown,
): Promise<SafeTransaction> {
  if (!isHash(safeTxHash)) throw rpcError(-32602, 'No safeTxHash.')
  const transaction = readSafeTransaction(
    await context.ask('getTxBySafeTxHash', { safeTxHash }),
    safeTxHash,
    context.info,
  )
  if (context.proposals.has(safeTxHash)) context.proposals.set(safeTxHash, transaction)
  return transaction
}

/**
 * Reads a transaction like `readTransaction`, but returns undefined when that fails, because one
 * failed read must not end the waiting for the owners.
 */
async function readIfAnswered(
  context: SafeContext,
  safeTxHash: `0x${string}`,
): Promise<SafeTransaction | undefined> {
  try {
    return await readTransaction(context, safeTxHash)
  } catch {
    return undefined
  }
}

async function propose(
  { ask, info, proposals }: SafeContext,
  txs: readonly SafeCall[],
): Promise<`0x${string}`> {
  const { safeTxHash } = ((await ask('sendTransactions', { txs })) ?? {}) as Fields
  if (!isHash(safeTxHash))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'sendTransactions answered no safeTxHash',
    })
  proposals.set(safeTxHash, {
    safeTxHash,
    status: 'awaiting-signatures',
    signed: 0,
    needed: info.threshold,
  })
  return safeTxHash
}

function checkSender({ info }: SafeContext, from: unknown, chainId: unknown): void {
  if (from !== undefined && !(isAddress(from) && isSameAddress(from, info.address)))
    throw rpcError(4100, 'This is not the account of the Safe.')
  if (chainId !== undefined && readChainId(chainId) !== `eip155:${info.chainId}`)
    throw rpcError(4901, `The Safe is on chain ${info.chainId}.`)
}

/** Reads one call. Its gas fields and nonce are left out: the owner who executes it sets them. */
function readCall(call: unknown): SafeCall {
  const { to, value = '0x0', data = '0x' } = (call ?? {}) as Fields
  const amount = readQuantity(value)
  if (!isAddress(to) || amount === null || !isHex(data))
    throw rpcError(-32602, 'A call needs an address, a value and data in hex.')
  return { to, value: String(amount), data }
}

function refuseCapabilities(capabilities: unknown): void {
  for (const [name, capability] of Object.entries((capabilities ?? {}) as Fields)) {
    if ((capability as Fields | null)?.optional !== true)
      throw rpcError(5700, `The Safe has no capability ${name}.`)
  }
}

function toList(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : []
}

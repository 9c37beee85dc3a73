import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, LatchkeyError } from '@latchkey/protocol'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import { isHash, quantityOf, readQuantity } from '../encoding/hex.ts'
import { operationOf } from './operation.ts'
import { receivedOf } from './received.ts'

/**
 * Milliseconds after which an unknown transaction counts as dropped: private relays hold
 * transactions back for minutes.
 */
const patience = 600_000
/** Number of blocks searched for the transaction that used the nonce. */
const depth = 8n

/**
 * The status of a transaction on the chain. `replaced`: another transaction used the nonce.
 * `dropped`: ten minutes after `submittedAt` the node knows neither the transaction nor a
 * replacement. Without `nonce` no replacement is found, without `submittedAt` nothing counts as
 * dropped.
 */
export async function verdict(
  source: ReadSource,
  parameters: {
    readonly hash: string
    readonly from: AccountId
    readonly nonce?: number
    /** Milliseconds since the epoch. */
    readonly submittedAt?: number
    /** The asset to be received: then the received amount is answered too. */
    readonly receives?: Asset
  },
): Promise<ChainVerdict> {
  const { hash, nonce, submittedAt } = parameters
  const from = addressOfAccount(parameters.from)
  const mined = await receiptOf(source, parameters)
  if (mined) return mined
  if (await source.request('eth_getTransactionByHash', [hash])) return { state: 'pending' }
  if (nonce !== undefined) {
    const count = readQuantity(await source.request('eth_getTransactionCount', [from, 'latest']))
    if (count !== null && count > BigInt(nonce)) {
      // It may have been included in a block between the two requests.
      const late = await receiptOf(source, parameters)
      if (late) return late
      const by = await successorOf(source, from, BigInt(nonce))
      if (by === hash) return { state: 'pending' }
      return { state: 'replaced', ...(by && { by }) }
    }
  }
  const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > patience
  return { state: isOverdue ? 'dropped' : 'pending' }
}

async function receiptOf(
  source: ReadSource,
  { hash, from: account, receives: asset }: Parameters<typeof verdict>[1],
): Promise<ChainVerdict | null> {
  const receipt = (await source.request('eth_getTransactionReceipt', [hash])) as Readonly<
    Record<string, unknown>
  > | null
  if (receipt === null || receipt === undefined) return null
  const number = readQuantity(receipt.blockNumber)
  if (
    number === null ||
    receipt.transactionHash !== hash ||
    !['0x0', '0x1'].includes(String(receipt.status))
  )
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'eth_getTransactionReceipt answered no receipt of it',
    })
  const used = readQuantity(receipt.gasUsed)
  const price = readQuantity(receipt.effectiveGasPrice)
  // Rollups on the OP stack charge the fee for data separately.
  const data = readQuantity(receipt.l1Fee) ?? 0n
  const whole = used === null || price === null ? undefined : used * price + data
  // Sent for a contract account: the transaction belongs to a bundler, which pays its fee.
  const operation = operationOf(receipt, addressOfAccount(account))
  const fee = operation ? operation.fee : whole
  const rest = { block: String(number), ...(fee !== undefined && { fee }) }
  if (receipt.status !== '0x1' || operation?.isSuccess === false)
    return { state: 'failed', code: 'execution-reverted', ...rest }
  // The transaction is confirmed, whether or not the received amount is known; coins that an
  // operation has set aside cannot be told.
  const about = { receipt, fee: operation ? undefined : fee, account }
  const received = asset && (await receivedOf(source, { ...about, asset }).catch(() => undefined))
  return { state: 'confirmed', ...rest, ...(received !== undefined && { received }) }
}

async function successorOf(
  source: ReadSource,
  from: string,
  nonce: bigint,
): Promise<string | undefined> {
  const newest = readQuantity(await source.request('eth_blockNumber', []))
  if (newest === null) return undefined
  for (let number = newest; number >= 0n && newest - number < depth; number--) {
    const block = (await source.request('eth_getBlockByNumber', [quantityOf(number), true])) as {
      transactions?: unknown
    } | null
    const transactions: readonly unknown[] = Array.isArray(block?.transactions)
      ? block.transactions
      : []
    for (const entry of transactions) {
      const sent = (typeof entry === 'object' ? entry : null) as Readonly<
        Record<string, unknown>
      > | null
      const isSender = isAddress(sent?.from) && isSameAddress(sent.from, from)
      if (isSender && readQuantity(sent?.nonce) === nonce && isHash(sent?.hash)) return sent.hash
    }
  }
  return undefined
}

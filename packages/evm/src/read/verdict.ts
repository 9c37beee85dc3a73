import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, LatchkeyError } from '@latchkey/protocol'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import { encodeQuantity, isHash, readQuantity } from '../encoding/hex.ts'
import { findOperation } from './operation.ts'
import { readPaidAmount } from './paid.ts'
import { readReceivedAmount } from './received.ts'
import { findSafeExecution } from './safe-execution.ts'

/**
 * Milliseconds after which an unknown transaction counts as dropped: private relays hold
 * transactions back for minutes.
 */
const dropTimeoutMs = 600_000
/** Number of the newest blocks that are searched for the transaction that used the nonce. */
const searchedBlockCount = 8n

/**
 * Reads the status of a transaction on the chain. `replaced`: another transaction used the nonce.
 * `dropped`: ten minutes after `submittedAt` the node knows neither the transaction nor a
 * replacement. Without `nonce` no replacement is found; without `submittedAt` nothing counts as
 * dropped.
 */
export async function verdict(
  source: ReadSource,
  parameters: {
    readonly hash: string
    readonly from: AccountId
    readonly nonce?: number
    /** Time when the transaction was submitted, in milliseconds since the epoch. */
    readonly submittedAt?: number
    /**
     * The asset that the account is to receive; when it is given, the result includes the received
     * amount.
     */
    readonly receives?: Asset
    /**
     * What the transaction is to pay, and to whom. When given, the result includes the amount that
     * was paid and the number of confirmations.
     */
    readonly pays?: { readonly asset: Asset; readonly to: string }
  },
): Promise<ChainVerdict> {
  const { hash, nonce, submittedAt } = parameters
  const senderAddress = addressOfAccount(parameters.from)
  const minedVerdict = await readReceiptVerdict(source, parameters)
  if (minedVerdict) return minedVerdict
  if (await source.request('eth_getTransactionByHash', [hash])) return { state: 'pending' }
  if (nonce !== undefined) {
    const minedTransactionCount = readQuantity(
      await source.request('eth_getTransactionCount', [senderAddress, 'latest']),
    )
    if (minedTransactionCount !== null && minedTransactionCount > BigInt(nonce)) {
      // The transaction may have been included in a block between the two requests, so its receipt
      // is read again.
      const lateVerdict = await readReceiptVerdict(source, parameters)
      if (lateVerdict) return lateVerdict
      const replacementHash = await findReplacement(source, senderAddress, BigInt(nonce))
      if (replacementHash === hash) return { state: 'pending' }
      return { state: 'replaced', ...(replacementHash && { by: replacementHash }) }
    }
  }
  const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > dropTimeoutMs
  return { state: isOverdue ? 'dropped' : 'pending' }
}

async function readReceiptVerdict(
  source: ReadSource,
  { hash, from: account, receives: asset, pays }: Parameters<typeof verdict>[1],
): Promise<ChainVerdict | null> {
  const receipt = (await source.request('eth_getTransactionReceipt', [hash])) as Readonly<
    Record<string, unknown>
  > | null
  if (receipt === null || receipt === undefined) return null
  const minedBlockNumber = readQuantity(receipt.blockNumber)
  if (
    minedBlockNumber === null ||
    receipt.transactionHash !== hash ||
    !['0x0', '0x1'].includes(String(receipt.status))
  )
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'eth_getTransactionReceipt answered no receipt of it',
    })
  const usedGas = readQuantity(receipt.gasUsed)
  const gasPrice = readQuantity(receipt.effectiveGasPrice)
  // Rollups on the OP stack charge a separate fee for data (`l1Fee`).
  const dataFee = readQuantity(receipt.l1Fee) ?? 0n
  const totalFee = usedGas === null || gasPrice === null ? undefined : usedGas * gasPrice + dataFee
  // A contract account pays only for its operation (ERC-4337), or what a Safe refunds; the bundler
  // or the owner who executes pays the transaction's fee.
  const operation =
    findOperation(receipt, addressOfAccount(account)) ??
    findSafeExecution(receipt, addressOfAccount(account))
  const fee = operation ? operation.fee : totalFee
  const verdictFields = { block: String(minedBlockNumber), ...(fee !== undefined && { fee }) }
  if (receipt.status !== '0x1' || operation?.isSuccess === false)
    return { state: 'failed', code: 'execution-reverted', ...verdictFields }
  // The transaction is confirmed, whether or not the received amount is known. For an operation of
  // a contract account, the received amount of coins stays unknown, because the account may also
  // have paid a deposit to the entry point.
  const receivedAmountQuery = { receipt, fee: operation ? undefined : fee, account }
  const received =
    asset &&
    (await readReceivedAmount(source, { ...receivedAmountQuery, asset }).catch(() => undefined))
  const paidFields = pays && (await readPaid(source, { receipt, pays, block: minedBlockNumber }))
  return {
    state: 'confirmed',
    ...verdictFields,
    ...(received !== undefined && { received }),
    ...paidFields,
  }
}

async function readPaid(
  source: ReadSource,
  {
    receipt,
    pays,
    block,
  }: {
    readonly receipt: Readonly<Record<string, unknown>>
    readonly pays: NonNullable<Parameters<typeof verdict>[1]['pays']>
    readonly block: bigint
  },
): Promise<{ readonly paid?: bigint; readonly confirmations: number }> {
  const [newestBlock, paid] = await Promise.all([
    source.request('eth_blockNumber', []).then(readQuantity),
    readPaidAmount(source, { receipt, ...pays }),
  ])
  // A node that lags behind the others may not know the transaction's block yet.
  const depth = newestBlock === null || newestBlock < block ? 0n : newestBlock - block
  return { ...(paid !== undefined && { paid }), confirmations: Number(depth) + 1 }
}

async function findReplacement(
  source: ReadSource,
  from: string,
  nonce: bigint,
): Promise<string | undefined> {
  const newestBlock = readQuantity(await source.request('eth_blockNumber', []))
  if (newestBlock === null) return undefined
  for (
    let searchedBlockNumber = newestBlock;
    searchedBlockNumber >= 0n && newestBlock - searchedBlockNumber < searchedBlockCount;
    searchedBlockNumber--
  ) {
    const block = (await source.request('eth_getBlockByNumber', [
      encodeQuantity(searchedBlockNumber),
      true,
    ])) as {
      transactions?: unknown
    } | null
    const transactions: readonly unknown[] = Array.isArray(block?.transactions)
      ? block.transactions
      : []
    for (const entry of transactions) {
      const transaction = (typeof entry === 'object' ? entry : null) as Readonly<
        Record<string, unknown>
      > | null
      const isSender = isAddress(transaction?.from) && isSameAddress(transaction.from, from)
      if (isSender && readQuantity(transaction?.nonce) === nonce && isHash(transaction?.hash))
        return transaction.hash
    }
  }
  return undefined
}

import type { Hex } from 'viem'
import type { BareBlock, BareTransaction, ChainLog, ChainTransaction } from './chain-block.ts'
import type { LogsBloom } from './logs-bloom.ts'
import { asAmount, asBytes, asList, asRecord, asWholeNumber, distrustAnswer } from './read-value.ts'

const maxLogs = 100_000
const noBloom: Hex = `0x${'0'.repeat(512)}`

/**
 * Adds the receipts to a block's transactions. Each receipt must belong to its transaction. The
 * logs of all receipts must be numbered without a gap, and must give the bloom filter in the
 * block's header (zero on chains that keep none).
 * @param values - receipts in the order of the transactions
 * @throws `server-error` for malformed data
 */
export function readReceipts(
  values: unknown,
  block: BareBlock,
  bloom: LogsBloom,
): readonly ChainTransaction[] {
  const list = asList(values, `receipts of block ${block.number}`, block.transactions.length)
  if (list.length !== block.transactions.length)
    distrustAnswer(`receipts of block ${block.number} are not complete`)
  const blockLogs: ChainLog[] = []
  const transactions = block.transactions.map((transaction) => {
    const value = list[transaction.place]
    const chainTransaction = readReceipt(value, transaction, block, blockLogs.length)
    const ownBloom = asRecord(value, 'a receipt').logsBloom
    // In a block with many similar logs, the block's bloom filter does not reveal one missing log,
    // so the bloom filter of each receipt is checked too.
    if (
      block.bloom !== noBloom &&
      ownBloom !== undefined &&
      ownBloom !== null &&
      ownBloom !== bloom.makeBloom(chainTransaction.logs)
    )
      distrustAnswer(
        `logs of receipt ${chainTransaction.place} in block ${block.number} are not all, or not its own`,
      )
    blockLogs.push(...chainTransaction.logs)
    return chainTransaction
  })
  if (block.bloom !== noBloom && bloom.makeBloom(blockLogs) !== block.bloom)
    distrustAnswer(`logs of block ${block.number} are not those of its header`)
  return transactions
}

/** Reads one receipt; `position` is the index of its first log in the block. */
export function readReceipt(
  value: unknown,
  bareTransaction: BareTransaction,
  block: BareBlock,
  position: number,
): ChainTransaction {
  const nameInErrors = `receipt ${bareTransaction.place} of block ${block.number}`
  const receipt = asRecord(value, nameInErrors)
  checkSameTransaction(receipt, nameInErrors, bareTransaction, block)
  if (receipt.status === undefined)
    distrustAnswer(
      `${nameInErrors} has no status; blocks before Byzantium cannot be indexed: set index.fromBlock behind them`,
    )
  const status = asWholeNumber(receipt.status, `status of ${nameInErrors}`)
  if (status > 1) distrustAnswer(`status of ${nameInErrors} is neither 0 nor 1`)
  const gasUsed = asAmount(receipt.gasUsed, `gas of ${nameInErrors}`)
  const created = receipt.contractAddress ?? null
  if (bareTransaction.to !== null && created !== null)
    distrustAnswer(`${nameInErrors} makes a contract though it calls one`)
  if (bareTransaction.to === null && created === null && status === 1)
    distrustAnswer(`${nameInErrors} makes no contract`)
  const logs = asList(receipt.logs, `logs of ${nameInErrors}`, maxLogs).map((log, index) =>
    readLog(log, `log ${index} in ${nameInErrors}`, bareTransaction, block, position + index),
  )
  if (status === 0 && logs.length > 0) distrustAnswer(`${nameInErrors} failed and has logs`)
  return {
    ...bareTransaction,
    created:
      created === null || status === 0 ? null : asBytes(created, `contract of ${nameInErrors}`, 20),
    fee: computeFee(receipt, nameInErrors, bareTransaction, gasUsed),
    gasUsed,
    isSuccess: status === 1,
    logs,
    internal: [],
  }
}

function checkSameTransaction(
  item: Readonly<Record<string, unknown>>,
  nameInErrors: string,
  bareTransaction: BareTransaction,
  block: BareBlock,
): void {
  if (asBytes(item.transactionHash, `transaction of ${nameInErrors}`, 32) !== bareTransaction.hash)
    distrustAnswer(`${nameInErrors} is of another one`)
  if (asBytes(item.blockHash, `block of ${nameInErrors}`, 32) !== block.hash)
    distrustAnswer(`${nameInErrors} is of another block`)
  if (asWholeNumber(item.blockNumber, `block of ${nameInErrors}`) !== block.number)
    distrustAnswer(`${nameInErrors} is of another block`)
  if (asWholeNumber(item.transactionIndex, `place of ${nameInErrors}`) !== bareTransaction.place)
    distrustAnswer(`${nameInErrors} stands elsewhere`)
}

function readLog(
  value: unknown,
  nameInErrors: string,
  bareTransaction: BareTransaction,
  block: BareBlock,
  position: number,
): ChainLog {
  const log = asRecord(value, nameInErrors)
  checkSameTransaction(log, nameInErrors, bareTransaction, block)
  if (log.removed === true) distrustAnswer(`${nameInErrors} was removed`)
  if (asWholeNumber(log.logIndex, `place of ${nameInErrors}`) !== position)
    distrustAnswer(`${nameInErrors} is out of order`)
  return {
    position,
    address: asBytes(log.address, `contract of ${nameInErrors}`, 20),
    topics: asList(log.topics, `topics of ${nameInErrors}`, 4).map((topic) =>
      asBytes(topic, `topic of ${nameInErrors}`, 32),
    ),
    data: asBytes(log.data, `data of ${nameInErrors}`),
  }
}

/**
 * Computes a transaction's fee: gas, blobs (EIP-4844) and the L1 fee of some second layers, in base
 * units of the coin.
 */
function computeFee(
  receipt: Readonly<Record<string, unknown>>,
  nameInErrors: string,
  { gasPrice }: BareTransaction,
  gas: bigint,
): bigint {
  const readField = (name: string): bigint => {
    const value = receipt[name]
    return value === undefined || value === null
      ? 0n
      : asAmount(value, `${name} of ${nameInErrors}`)
  }
  const pricePerGas =
    receipt.effectiveGasPrice === undefined ? gasPrice : readField('effectiveGasPrice')
  if (pricePerGas === undefined) distrustAnswer(`${nameInErrors} has no gas price`)
  const fee =
    gas * pricePerGas + readField('blobGasUsed') * readField('blobGasPrice') + readField('l1Fee')
  return fee < 2n ** 128n ? fee : distrustAnswer(`${nameInErrors} pays more than there is`)
}

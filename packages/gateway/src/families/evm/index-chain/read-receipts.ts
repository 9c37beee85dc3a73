import type { Hex } from 'viem'
import type { BareBlock, BareTransaction, ChainLog, ChainTransaction } from './chain-block.ts'
import type { LogsBloom } from './logs-bloom.ts'
import { asAmount, asBytes, asList, asRecord, asWhole, distrustAnswer } from './read-value.ts'

const maxLogs = 100_000
const noBloom: Hex = `0x${'0'.repeat(512)}`

/**
 * Adds the receipts to a block's transactions. Each receipt must belong to its transaction, logs
 * must be numbered without a gap, and together match the header's bloom (zero on chains that keep
 * none).
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
    // The bloom of a whole block does not reveal one missing log among many similar ones, so each
    // receipt's bloom is checked too.
    if (
      block.bloom !== noBloom &&
      ownBloom !== undefined &&
      ownBloom !== null &&
      ownBloom !== bloom.ofLogs(chainTransaction.logs)
    )
      distrustAnswer(
        `logs of receipt ${chainTransaction.place} in block ${block.number} are not all, or not its own`,
      )
    blockLogs.push(...chainTransaction.logs)
    return chainTransaction
  })
  if (block.bloom !== noBloom && bloom.ofLogs(blockLogs) !== block.bloom)
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
  const subject = `receipt ${bareTransaction.place} of block ${block.number}`
  const receipt = asRecord(value, subject)
  checkBelonging(receipt, subject, bareTransaction, block)
  if (receipt.status === undefined)
    distrustAnswer(
      `${subject} has no status; blocks before Byzantium cannot be indexed: set index.fromBlock behind them`,
    )
  const status = asWhole(receipt.status, `status of ${subject}`)
  if (status > 1) distrustAnswer(`status of ${subject} is neither 0 nor 1`)
  const gasUsed = asAmount(receipt.gasUsed, `gas of ${subject}`)
  const created = receipt.contractAddress ?? null
  if (bareTransaction.to !== null && created !== null)
    distrustAnswer(`${subject} makes a contract though it calls one`)
  if (bareTransaction.to === null && created === null && status === 1)
    distrustAnswer(`${subject} makes no contract`)
  const logs = asList(receipt.logs, `logs of ${subject}`, maxLogs).map((log, index) =>
    readLog(log, `log ${index} in ${subject}`, bareTransaction, block, position + index),
  )
  if (status === 0 && logs.length > 0) distrustAnswer(`${subject} failed and has logs`)
  return {
    ...bareTransaction,
    created:
      created === null || status === 0 ? null : asBytes(created, `contract of ${subject}`, 20),
    fee: feeOf(receipt, subject, bareTransaction, gasUsed),
    gasUsed,
    isSuccess: status === 1,
    logs,
    internal: [],
  }
}

function checkBelonging(
  item: Readonly<Record<string, unknown>>,
  subject: string,
  bareTransaction: BareTransaction,
  block: BareBlock,
): void {
  if (asBytes(item.transactionHash, `transaction of ${subject}`, 32) !== bareTransaction.hash)
    distrustAnswer(`${subject} is of another one`)
  if (asBytes(item.blockHash, `block of ${subject}`, 32) !== block.hash)
    distrustAnswer(`${subject} is of another block`)
  if (asWhole(item.blockNumber, `block of ${subject}`) !== block.number)
    distrustAnswer(`${subject} is of another block`)
  if (asWhole(item.transactionIndex, `place of ${subject}`) !== bareTransaction.place)
    distrustAnswer(`${subject} stands elsewhere`)
}

function readLog(
  value: unknown,
  subject: string,
  bareTransaction: BareTransaction,
  block: BareBlock,
  position: number,
): ChainLog {
  const log = asRecord(value, subject)
  checkBelonging(log, subject, bareTransaction, block)
  if (log.removed === true) distrustAnswer(`${subject} was removed`)
  if (asWhole(log.logIndex, `place of ${subject}`) !== position)
    distrustAnswer(`${subject} is out of order`)
  return {
    position,
    address: asBytes(log.address, `contract of ${subject}`, 20),
    topics: asList(log.topics, `topics of ${subject}`, 4).map((topic) =>
      asBytes(topic, `topic of ${subject}`, 32),
    ),
    data: asBytes(log.data, `data of ${subject}`),
  }
}

/**
 * The fee: gas, blobs (EIP-4844) and the L1 fee of some second layers, in base units of the coin.
 */
function feeOf(
  receipt: Readonly<Record<string, unknown>>,
  subject: string,
  { gasPrice }: BareTransaction,
  gas: bigint,
): bigint {
  const readField = (name: string): bigint => {
    const value = receipt[name]
    return value === undefined || value === null ? 0n : asAmount(value, `${name} of ${subject}`)
  }
  const price = receipt.effectiveGasPrice === undefined ? gasPrice : readField('effectiveGasPrice')
  if (price === undefined) distrustAnswer(`${subject} has no gas price`)
  const fee =
    gas * price + readField('blobGasUsed') * readField('blobGasPrice') + readField('l1Fee')
  return fee < 2n ** 128n ? fee : distrustAnswer(`${subject} pays more than there is`)
}

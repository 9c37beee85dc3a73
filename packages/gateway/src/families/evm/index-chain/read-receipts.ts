import type { Hex } from 'viem'
import type { BareBlock, BareTransaction, ChainLog, ChainTransaction } from './chain-block.ts'
import type { LogsBloom } from './logs-bloom.ts'
import { asAmount, asBytes, asList, asRecord, asWhole, distrustAnswer } from './read-value.ts'

const mostLogs = 100_000
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
  const all: ChainLog[] = []
  const transactions = block.transactions.map((transaction) => {
    const value = list[transaction.place]
    const done = readReceipt(value, transaction, block, all.length)
    const own = asRecord(value, 'a receipt').logsBloom
    // The bloom of a whole block does not reveal one missing log among many similar ones, so each
    // receipt's bloom is checked too.
    if (
      block.bloom !== noBloom &&
      own !== undefined &&
      own !== null &&
      own !== bloom.ofLogs(done.logs)
    )
      distrustAnswer(
        `logs of receipt ${done.place} in block ${block.number} are not all, or not its own`,
      )
    all.push(...done.logs)
    return done
  })
  if (block.bloom !== noBloom && bloom.ofLogs(all) !== block.bloom)
    distrustAnswer(`logs of block ${block.number} are not those of its header`)
  return transactions
}

/** Reads one receipt; `position` is the index of its first log in the block. */
export function readReceipt(
  value: unknown,
  of: BareTransaction,
  block: BareBlock,
  position: number,
): ChainTransaction {
  const what = `receipt ${of.place} of block ${block.number}`
  const receipt = asRecord(value, what)
  checkBelonging(receipt, what, of, block)
  if (receipt.status === undefined)
    distrustAnswer(
      `${what} has no status; blocks before Byzantium cannot be indexed: set index.fromBlock behind them`,
    )
  const status = asWhole(receipt.status, `status of ${what}`)
  if (status > 1) distrustAnswer(`status of ${what} is neither 0 nor 1`)
  const gasUsed = asAmount(receipt.gasUsed, `gas of ${what}`)
  const created = receipt.contractAddress ?? null
  if (of.to !== null && created !== null)
    distrustAnswer(`${what} makes a contract though it calls one`)
  if (of.to === null && created === null && status === 1)
    distrustAnswer(`${what} makes no contract`)
  const logs = asList(receipt.logs, `logs of ${what}`, mostLogs).map((log, at) =>
    readLog(log, `log ${at} in ${what}`, of, block, position + at),
  )
  if (status === 0 && logs.length > 0) distrustAnswer(`${what} failed and has logs`)
  return {
    ...of,
    created: created === null || status === 0 ? null : asBytes(created, `contract of ${what}`, 20),
    fee: feeOf(receipt, what, of, gasUsed),
    gasUsed,
    isSuccess: status === 1,
    logs,
    internal: [],
  }
}

function checkBelonging(
  item: Readonly<Record<string, unknown>>,
  what: string,
  of: BareTransaction,
  block: BareBlock,
): void {
  if (asBytes(item.transactionHash, `transaction of ${what}`, 32) !== of.hash)
    distrustAnswer(`${what} is of another one`)
  if (asBytes(item.blockHash, `block of ${what}`, 32) !== block.hash)
    distrustAnswer(`${what} is of another block`)
  if (asWhole(item.blockNumber, `block of ${what}`) !== block.number)
    distrustAnswer(`${what} is of another block`)
  if (asWhole(item.transactionIndex, `place of ${what}`) !== of.place)
    distrustAnswer(`${what} stands elsewhere`)
}

function readLog(
  value: unknown,
  what: string,
  of: BareTransaction,
  block: BareBlock,
  position: number,
): ChainLog {
  const log = asRecord(value, what)
  checkBelonging(log, what, of, block)
  if (log.removed === true) distrustAnswer(`${what} was removed`)
  if (asWhole(log.logIndex, `place of ${what}`) !== position)
    distrustAnswer(`${what} is out of order`)
  return {
    position,
    address: asBytes(log.address, `contract of ${what}`, 20),
    topics: asList(log.topics, `topics of ${what}`, 4).map((topic) =>
      asBytes(topic, `topic of ${what}`, 32),
    ),
    data: asBytes(log.data, `data of ${what}`),
  }
}

/**
 * The fee: gas, blobs (EIP-4844) and the L1 fee of some second layers, in base units of the coin.
 */
function feeOf(
  receipt: Readonly<Record<string, unknown>>,
  what: string,
  { gasPrice }: BareTransaction,
  gas: bigint,
): bigint {
  const readField = (name: string): bigint => {
    const value = receipt[name]
    return value === undefined || value === null ? 0n : asAmount(value, `${name} of ${what}`)
  }
  const price = receipt.effectiveGasPrice === undefined ? gasPrice : readField('effectiveGasPrice')
  if (price === undefined) distrustAnswer(`${what} has no gas price`)
  const fee =
    gas * price + readField('blobGasUsed') * readField('blobGasPrice') + readField('l1Fee')
  return fee < 2n ** 128n ? fee : distrustAnswer(`${what} pays more than there is`)
}

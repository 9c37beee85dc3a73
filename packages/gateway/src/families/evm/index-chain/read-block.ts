import type { Hex } from 'viem'
import type { BareBlock, BareTransaction, ChainHeader } from './chain-block.ts'
import { asAmount, asBytes, asList, asRecord, asWhole, distrustAnswer } from './read-value.ts'

/** Upper bound of transactions in a block. */
const maxTransactions = 100_000
/** Largest time in seconds that a `Date` can hold. */
const lastSecond = 8_640_000_000_000

/**
 * Reads the header of a block; without `number` any number is accepted.
 * @throws `server-error` for malformed data
 */
export function readHeader(value: unknown, number?: number): ChainHeader {
  const subject = number === undefined ? 'the newest block' : `block ${number}`
  const block = asRecord(value, subject)
  const found = asWhole(block.number, `number of ${subject}`)
  if (number !== undefined && found !== number) distrustAnswer(`${subject} says another number`)
  const minedAt = asWhole(block.timestamp, `time of ${subject}`)
  if (minedAt > lastSecond) distrustAnswer(`time of ${subject} is no date`)
  return {
    number: found,
    hash: asBytes(block.hash, `hash of ${subject}`, 32),
    parentHash: asBytes(block.parentHash, `parent of ${subject}`, 32),
    bloom: asBytes(block.logsBloom, `bloom of ${subject}`, 256),
    minedAt,
  }
}

/**
 * Reads a block with its transactions in order.
 * @throws `server-error` for malformed data
 */
export function readBlock(value: unknown, number: number): BareBlock {
  const header = readHeader(value, number)
  const subject = `block ${number}`
  const list = asList(
    asRecord(value, subject).transactions,
    `transactions of ${subject}`,
    maxTransactions,
  )
  const transactions = list.map((item, transactionIndex) =>
    readTransaction(item, transactionIndex, header),
  )
  if (new Set(transactions.map(({ hash }) => hash)).size !== list.length)
    distrustAnswer(`${subject} has the same transaction twice`)
  return { ...header, transactions }
}

/** Reads one transaction of a block whose header is known. */
export function readTransaction(
  value: unknown,
  transactionIndex: number,
  block: ChainHeader,
): BareTransaction {
  const subject = `transaction ${transactionIndex} of block ${block.number}`
  const item = asRecord(value, subject)
  if (asBytes(item.blockHash, `block of ${subject}`, 32) !== block.hash)
    distrustAnswer(`${subject} is of another block`)
  if (asWhole(item.transactionIndex, `place of ${subject}`) !== transactionIndex)
    distrustAnswer(`${subject} stands elsewhere`)
  const to =
    item.to === null || item.to === undefined
      ? null
      : asBytes(item.to, `receiver of ${subject}`, 20)
  const input = asBytes(item.input, `input of ${subject}`)
  return {
    place: transactionIndex,
    hash: asBytes(item.hash, `hash of ${subject}`, 32),
    from: asBytes(item.from, `sender of ${subject}`, 20),
    to,
    nonce: asWhole(item.nonce, `nonce of ${subject}`),
    value: asAmount(item.value, `value of ${subject}`),
    selector: to !== null && input.length >= 10 ? (input.slice(0, 10) as Hex) : null,
    gasPrice:
      item.gasPrice === undefined ? undefined : asAmount(item.gasPrice, `gas price of ${subject}`),
  }
}

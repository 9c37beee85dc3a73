import type { Hex } from 'viem'
import type { BareBlock, BareTransaction, ChainHeader } from './chain-block.ts'
import { asAmount, asBytes, asList, asRecord, asWholeNumber, distrustAnswer } from './read-value.ts'

/** Upper bound of the number of transactions in a block. */
const maxTransactions = 100_000
/** Largest time in seconds that a `Date` can hold. */
const maxTimestamp = 8_640_000_000_000

/**
 * Reads the header of a block; without `number` any number is accepted.
 * @throws `server-error` for malformed data
 */
export function readHeader(value: unknown, number?: number): ChainHeader {
  const errorSubject = number === undefined ? 'the newest block' : `block ${number}`
  const block = asRecord(value, errorSubject)
  const readNumber = asWholeNumber(block.number, `number of ${errorSubject}`)
  if (number !== undefined && readNumber !== number)
    distrustAnswer(`${errorSubject} says another number`)
  const minedAt = asWholeNumber(block.timestamp, `time of ${errorSubject}`)
  if (minedAt > maxTimestamp) distrustAnswer(`time of ${errorSubject} is no date`)
  return {
    number: readNumber,
    hash: asBytes(block.hash, `hash of ${errorSubject}`, 32),
    parentHash: asBytes(block.parentHash, `parent of ${errorSubject}`, 32),
    bloom: asBytes(block.logsBloom, `bloom of ${errorSubject}`, 256),
    minedAt,
  }
}

/**
 * Reads a block with its transactions in order.
 * @throws `server-error` for malformed data
 */
export function readBlock(value: unknown, number: number): BareBlock {
  const header = readHeader(value, number)
  const errorSubject = `block ${number}`
  const list = asList(
    asRecord(value, errorSubject).transactions,
    `transactions of ${errorSubject}`,
    maxTransactions,
  )
  const transactions = list.map((item, transactionIndex) =>
    readTransaction(item, transactionIndex, header),
  )
  if (new Set(transactions.map(({ hash }) => hash)).size !== list.length)
    distrustAnswer(`${errorSubject} has the same transaction twice`)
  return { ...header, transactions }
}

/** Reads one transaction of a block whose header is known. */
export function readTransaction(
  value: unknown,
  transactionIndex: number,
  block: ChainHeader,
): BareTransaction {
  const errorSubject = `transaction ${transactionIndex} of block ${block.number}`
  const item = asRecord(value, errorSubject)
  if (asBytes(item.blockHash, `block of ${errorSubject}`, 32) !== block.hash)
    distrustAnswer(`${errorSubject} is of another block`)
  if (asWholeNumber(item.transactionIndex, `place of ${errorSubject}`) !== transactionIndex)
    distrustAnswer(`${errorSubject} stands elsewhere`)
  const receiverAddress =
    item.to === null || item.to === undefined
      ? null
      : asBytes(item.to, `receiver of ${errorSubject}`, 20)
  const input = asBytes(item.input, `input of ${errorSubject}`)
  return {
    place: transactionIndex,
    hash: asBytes(item.hash, `hash of ${errorSubject}`, 32),
    from: asBytes(item.from, `sender of ${errorSubject}`, 20),
    to: receiverAddress,
    nonce: asWholeNumber(item.nonce, `nonce of ${errorSubject}`),
    value: asAmount(item.value, `value of ${errorSubject}`),
    selector: receiverAddress !== null && input.length >= 10 ? (input.slice(0, 10) as Hex) : null,
    gasPrice:
      item.gasPrice === undefined
        ? undefined
        : asAmount(item.gasPrice, `gas price of ${errorSubject}`),
  }
}

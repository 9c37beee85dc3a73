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
  const nameInErrors = number === undefined ? 'the newest block' : `block ${number}`
  const block = asRecord(value, nameInErrors)
  const readNumber = asWholeNumber(block.number, `number of ${nameInErrors}`)
  if (number !== undefined && readNumber !== number)
    distrustAnswer(`${nameInErrors} says another number`)
  const minedAt = asWholeNumber(block.timestamp, `time of ${nameInErrors}`)
  if (minedAt > maxTimestamp) distrustAnswer(`time of ${nameInErrors} is no date`)
  return {
    number: readNumber,
    hash: asBytes(block.hash, `hash of ${nameInErrors}`, 32),
    parentHash: asBytes(block.parentHash, `parent of ${nameInErrors}`, 32),
    bloom: asBytes(block.logsBloom, `bloom of ${nameInErrors}`, 256),
    minedAt,
  }
}

/**
 * Reads a block with its transactions in order.
 * @throws `server-error` for malformed data
 */
export function readBlock(value: unknown, number: number): BareBlock {
  const header = readHeader(value, number)
  const nameInErrors = `block ${number}`
  const list = asList(
    asRecord(value, nameInErrors).transactions,
    `transactions of ${nameInErrors}`,
    maxTransactions,
  )
  const transactions = list.map((item, transactionIndex) =>
    readTransaction(item, transactionIndex, header),
  )
  if (new Set(transactions.map(({ hash }) => hash)).size !== list.length)
    distrustAnswer(`${nameInErrors} has the same transaction twice`)
  return { ...header, transactions }
}

/** Reads one transaction of a block whose header is known. */
export function readTransaction(
  value: unknown,
  transactionIndex: number,
  block: ChainHeader,
): BareTransaction {
  const nameInErrors = `transaction ${transactionIndex} of block ${block.number}`
  const item = asRecord(value, nameInErrors)
  if (asBytes(item.blockHash, `block of ${nameInErrors}`, 32) !== block.hash)
    distrustAnswer(`${nameInErrors} is of another block`)
  if (asWholeNumber(item.transactionIndex, `place of ${nameInErrors}`) !== transactionIndex)
    distrustAnswer(`${nameInErrors} stands elsewhere`)
  const receiverAddress =
    item.to === null || item.to === undefined
      ? null
      : asBytes(item.to, `receiver of ${nameInErrors}`, 20)
  const input = asBytes(item.input, `input of ${nameInErrors}`)
  return {
    place: transactionIndex,
    hash: asBytes(item.hash, `hash of ${nameInErrors}`, 32),
    from: asBytes(item.from, `sender of ${nameInErrors}`, 20),
    to: receiverAddress,
    nonce: asWholeNumber(item.nonce, `nonce of ${nameInErrors}`),
    value: asAmount(item.value, `value of ${nameInErrors}`),
    selector: receiverAddress !== null && input.length >= 10 ? (input.slice(0, 10) as Hex) : null,
    gasPrice:
      item.gasPrice === undefined
        ? undefined
        : asAmount(item.gasPrice, `gas price of ${nameInErrors}`),
  }
}

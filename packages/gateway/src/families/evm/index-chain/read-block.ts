import type { Hex } from 'viem'
import type { BareBlock, BareTransaction, ChainHeader } from './chain-block.ts'
import { asAmount, asBytes, asList, asRecord, asWhole, distrustAnswer } from './read-value.ts'

/** Upper bound of transactions in a block. */
const mostTransactions = 100_000
/** Largest time in seconds that a `Date` can hold. */
const lastSecond = 8_640_000_000_000

/**
 * Reads the header of a block; without `number` any number is accepted.
 * @throws `server-error` for malformed data
 */
export function readHeader(value: unknown, number?: number): ChainHeader {
  const what = number === undefined ? 'the newest block' : `block ${number}`
  const block = asRecord(value, what)
  const found = asWhole(block.number, `number of ${what}`)
  if (number !== undefined && found !== number) distrustAnswer(`${what} says another number`)
  const minedAt = asWhole(block.timestamp, `time of ${what}`)
  if (minedAt > lastSecond) distrustAnswer(`time of ${what} is no date`)
  return {
    number: found,
    hash: asBytes(block.hash, `hash of ${what}`, 32),
    parentHash: asBytes(block.parentHash, `parent of ${what}`, 32),
    bloom: asBytes(block.logsBloom, `bloom of ${what}`, 256),
    minedAt,
  }
}

/**
 * Reads a block with its transactions in order.
 * @throws `server-error` for malformed data
 */
export function readBlock(value: unknown, number: number): BareBlock {
  const header = readHeader(value, number)
  const what = `block ${number}`
  const list = asList(
    asRecord(value, what).transactions,
    `transactions of ${what}`,
    mostTransactions,
  )
  const transactions = list.map((item, place) => readTransaction(item, place, header))
  if (new Set(transactions.map(({ hash }) => hash)).size !== list.length)
    distrustAnswer(`${what} has the same transaction twice`)
  return { ...header, transactions }
}

/** Reads one transaction of a block whose header is known. */
export function readTransaction(
  value: unknown,
  place: number,
  block: ChainHeader,
): BareTransaction {
  const what = `transaction ${place} of block ${block.number}`
  const item = asRecord(value, what)
  if (asBytes(item.blockHash, `block of ${what}`, 32) !== block.hash)
    distrustAnswer(`${what} is of another block`)
  if (asWhole(item.transactionIndex, `place of ${what}`) !== place)
    distrustAnswer(`${what} stands elsewhere`)
  const to =
    item.to === null || item.to === undefined ? null : asBytes(item.to, `receiver of ${what}`, 20)
  const input = asBytes(item.input, `input of ${what}`)
  return {
    place,
    hash: asBytes(item.hash, `hash of ${what}`, 32),
    from: asBytes(item.from, `sender of ${what}`, 20),
    to,
    nonce: asWhole(item.nonce, `nonce of ${what}`),
    value: asAmount(item.value, `value of ${what}`),
    selector: to !== null && input.length >= 10 ? (input.slice(0, 10) as Hex) : null,
    gasPrice:
      item.gasPrice === undefined ? undefined : asAmount(item.gasPrice, `gas price of ${what}`),
  }
}

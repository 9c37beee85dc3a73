import { base58 } from './base58.ts'

export interface SolanaInstruction {
  readonly program: string
  /** Base58, or `#n` for what a lookup table holds, which is not in the transaction. */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export interface SolanaMessage {
  readonly payer: string
  readonly signers: readonly string[]
  readonly instructions: readonly SolanaInstruction[]
  readonly hasTables: boolean
}

/** The most a packet holds. */
const largest = 1232

class Cursor {
  readonly #bytes: Uint8Array
  #at: number
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
  take(count: number): Uint8Array {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new RangeError('short')
    const taken = this.#bytes.slice(this.#at, end)
    this.#at = end
    return taken
  }
  byte(): number {
    return this.take(1)[0] ?? 0
  }
  /** Compact-u16: seven bits a byte; one longer than it must be is refused. */
  length(): number {
    const first = this.byte()
    if (first < 128) return first
    const next = this.byte()
    if (next === 0 || next > 127) throw new RangeError('length')
    return (first & 127) | (next << 7)
  }
}

/** Reads a transaction in wire format, legacy or of version 0; null for anything else. */
export function readWire(bytes: Uint8Array): SolanaMessage | null {
  if (bytes.length > largest) return null
  return tried(() => {
    const cursor = new Cursor(bytes)
    const count = cursor.length()
    cursor.take(count * 64)
    const message = parse(cursor)
    return message.signers.length === count ? message : null
  })
}

/** Reads the bytes that signatures of a transaction cover; null where they are none. */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage | null {
  return bytes.length > largest ? null : tried(() => parse(new Cursor(bytes)))
}

function parse(cursor: Cursor): SolanaMessage {
  const first = cursor.byte()
  const isVersioned = first >= 128
  if (isVersioned && first !== 128) throw new RangeError('version')
  const required = isVersioned ? cursor.byte() : first
  const [readonlySigned, readonlyUnsigned] = [cursor.byte(), cursor.byte()]
  const keys = Array.from({ length: cursor.length() }, () => base58(cursor.take(32)))
  if (required === 0 || required > keys.length || readonlySigned >= required) throw new RangeError('signers')
  if (readonlyUnsigned > keys.length - required) throw new RangeError('header')
  cursor.take(32)
  const name = (index: number): string => keys[index] ?? `#${index - keys.length + 1}`
  const read = Array.from({ length: cursor.length() }, () => {
    const program = cursor.byte()
    const accounts = [...cursor.take(cursor.length())]
    return { program, accounts, data: cursor.take(cursor.length()) }
  })
  // A program never comes from a table; any other index beyond the keys does.
  if (read.some(({ program }) => program === 0 || program >= keys.length)) throw new RangeError('program')
  const loaded = isVersioned ? tables(cursor) : 0
  if (!cursor.isAtEnd) throw new RangeError('long')
  if (read.some(({ accounts }) => accounts.some((index) => index >= keys.length + loaded)))
    throw new RangeError('account')
  return {
    payer: keys[0] ?? '',
    signers: keys.slice(0, required),
    instructions: read.map(({ program, accounts, data }) => ({
      program: name(program),
      accounts: accounts.map(name),
      data,
    })),
    hasTables: loaded > 0,
  }
}

/** Skips the lookup tables; how many accounts they bring. */
function tables(cursor: Cursor): number {
  return Array.from({ length: cursor.length() }, () => {
    cursor.take(32)
    const [writable, readable] = [cursor.take(cursor.length()), cursor.take(cursor.length())]
    return writable.length + readable.length
  }).reduce((sum, count) => sum + count, 0)
}

function tried<T>(work: () => T | null): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

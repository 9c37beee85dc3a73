/** One call that an account makes: address and data in lower-case hex. */
export interface PlainCall {
  readonly to: string
  readonly value: bigint
  readonly data: string
}

/** Maximum number of calls in one request. */
export const maxCalls = 64

const selectors = {
  execute: '0xb61d27f6',
  executeBatch: '0x34fcd5be',
  executeMode: '0xe9ae5c53',
  createAccount: '0xf14ddffc',
} as const
/**
 * Mode argument of ERC-7821's `execute`: one batch that succeeds or fails as a whole, without extra
 * data.
 */
const batchMode = `01${'0'.repeat(62)}`

const encodeWord = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0')
const encodeBytes = (bytes: string): string =>
  encodeWord(bytes.length / 2) + bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
const encodeCall = ({ to: recipient, value, data }: PlainCall): string =>
  encodeWord(BigInt(recipient)) +
  encodeWord(value) +
  encodeWord(96) +
  encodeBytes(data.slice(2).toLowerCase())

function encodeCalls(calls: readonly PlainCall[]): string {
  const encodedCalls = calls.map(encodeCall)
  const offsets = encodedCalls.map((_, i) => {
    const precedingBytes = encodedCalls.slice(0, i).reduce((sum, one) => sum + one.length / 2, 0)
    return encodeWord(calls.length * 32 + precedingBytes)
  })
  return encodeWord(calls.length) + offsets.join('') + encodedCalls.join('')
}

/** Writes the call data of a contract account: `execute` for one call, `executeBatch` for more. */
export function encodeExecute(calls: readonly PlainCall[]): string {
  const [only] = calls
  return only && calls.length === 1
    ? selectors.execute + encodeCall(only)
    : selectors.executeBatch + encodeWord(32) + encodeCalls(calls)
}

/**
 * Writes the call data with which an EOA that runs a delegate's code calls itself to execute a
 * batch (ERC-7821).
 */
export function encodeBatch(calls: readonly PlainCall[]): string {
  return (
    selectors.executeMode +
    batchMode +
    encodeWord(64) +
    encodeBytes(encodeWord(32) + encodeCalls(calls))
  )
}

/** Writes the call data of the account factory's `createAccount(address owner, bytes32 salt)`. */
export function encodeCreateAccount(owner: string, salt: string): string {
  return selectors.createAccount + encodeWord(BigInt(owner)) + salt.slice(2)
}

/**
 * Reads the calls back from call data of `encodeExecute`. Null unless encoding these calls again
 * gives exactly the same data.
 */
export function readExecute(data: string): readonly PlainCall[] | null {
  const calls = decodeExecute(data)
  return calls && encodeExecute(calls) === data ? calls : null
}

function decodeExecute(data: string): readonly PlainCall[] | null {
  const hexArguments = data.slice(10)
  if (data.startsWith(selectors.executeBatch)) return readList(hexArguments, 64)
  const one = data.startsWith(selectors.execute) ? readTuple(hexArguments, 0) : null
  return one ? [one] : null
}

/**
 * Reads the calls back from call data of `writeBatch`. Null unless encoding these calls again gives
 * exactly the same data.
 */
export function readBatchCalls(data: string): readonly PlainCall[] | null {
  // The ABI-encoded arguments after the selector are: mode, offset, length, and the offset of the
  // list of calls.
  const calls = data.startsWith(selectors.executeMode) ? readList(data.slice(10), 256) : null
  return calls && encodeBatch(calls) === data ? calls : null
}

/**
 * Reads the list of calls at `position`, counted in hex digits. Wrong offsets are not detected
 * here: the caller encodes the calls again and compares.
 */
function readList(hexArguments: string, position: number): readonly PlainCall[] | null {
  const count = readNumber(hexArguments, position)
  if (count === null || count < 1 || count > maxCalls) return null
  const calls: PlainCall[] = []
  for (let i = 0; i < count; i += 1) {
    const offset = readNumber(hexArguments, position + 64 + i * 64)
    const call = offset === null ? null : readTuple(hexArguments, position + 64 + offset * 2)
    if (!call) return null
    calls.push(call)
  }
  return calls
}

function readTuple(hexArguments: string, position: number): PlainCall | null {
  const recipient = readWord(hexArguments, position)
  const value = readWord(hexArguments, position + 64)
  const length = readNumber(hexArguments, position + 192)
  if (recipient === null || value === null || length === null || recipient >= 1n << 160n)
    return null
  const data = hexArguments.slice(position + 256, position + 256 + length * 2)
  return { to: `0x${recipient.toString(16).padStart(40, '0')}`, value, data: `0x${data}` }
}

function readWord(hexArguments: string, position: number): bigint | null {
  const wordDigits = hexArguments.slice(position, position + 64)
  return /^[0-9a-f]{64}$/.test(wordDigits) ? BigInt(`0x${wordDigits}`) : null
}

/** Reads a length or an offset; null when it is larger than any request. */
function readNumber(hexArguments: string, position: number): number | null {
  const value = readWord(hexArguments, position)
  return value !== null && value < 1n << 20n ? Number(value) : null
}

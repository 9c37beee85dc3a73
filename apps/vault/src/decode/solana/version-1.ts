import type { ByteCursor } from '../byte-cursor.ts'
import { base58 } from './base58.ts'
import { checkHeader, type SolanaMessage } from './message.ts'

/**
 * Bits of the mask that tells which settings follow in a message. The priority fee, which has 64
 * bits, takes two bits of the mask.
 */
const [priorityBits, unitsBit, loadedBit, heapBit] = [3n, 4n, 8n, 16n]

/**
 * Reads a message of version 1 after its first byte:
 * https://github.com/solana-foundation/solana-improvement-documents/pull/385. It has no lookup
 * tables and contains its own compute budget.
 * @throws RangeError for anything else
 */
export function parseVersion1(cursor: ByteCursor): SolanaMessage {
  const [required, readonlySigned, readonlyUnsigned] = [
    cursor.takeByte(),
    cursor.takeByte(),
    cursor.takeByte(),
  ]
  const configMask = cursor.takeNumber(4)
  const hasPriority = (configMask & priorityBits) === priorityBits
  if ((configMask & priorityBits) !== 0n && !hasPriority) throw new RangeError('priority')
  // A setting of unknown kind is refused, because what follows it would be read at the wrong
  // offset.
  if (configMask > (priorityBits | unitsBit | loadedBit | heapBit)) throw new RangeError('wishes')
  const recentBlockhash = base58(cursor.takeBytes(32))
  const [instructions, addresses] = [cursor.takeByte(), cursor.takeByte()]
  const keys = Array.from({ length: addresses }, () => base58(cursor.takeBytes(32)))
  checkHeader({ required, readonlySigned, readonlyUnsigned, keys: addresses })
  const priority = hasPriority ? cursor.takeNumber(8) : 0n
  const computeUnitLimit = configMask & unitsBit ? Number(cursor.takeNumber(4)) : undefined
  if (configMask & loadedBit) cursor.takeBytes(4)
  if (configMask & heapBit) cursor.takeBytes(4)
  const instructionHeaders = Array.from({ length: instructions }, () => ({
    program: cursor.takeByte(),
    accounts: cursor.takeByte(),
    data: Number(cursor.takeNumber(2)),
  }))
  const accountAt = (index: number): string => {
    const key = keys[index]
    if (key === undefined) throw new RangeError('account')
    return key
  }
  const readInstructions = instructionHeaders.map(({ program, accounts, data }) => {
    if (program === 0) throw new RangeError('program')
    return {
      program: accountAt(program),
      accounts: [...cursor.takeBytes(accounts)].map(accountAt),
      data: cursor.takeBytes(data),
    }
  })
  if (!cursor.isAtEnd) throw new RangeError('long')
  return {
    payer: accountAt(0),
    signers: keys.slice(0, required),
    lifetime: recentBlockhash,
    instructions: readInstructions,
    hasTables: false,
    budget: { priority, ...(computeUnitLimit !== undefined && { units: computeUnitLimit }) },
  }
}

import { type ErrorCode, hasCode } from '@latchkey/protocol'

/** What wallets and nodes of the family say, and the code that it has here. */
const codes = new Map<unknown, ErrorCode>([
  ['declined', 'user-rejected'],
  ['busy', 'connection-pending'],
  ['poor', 'insufficient-funds'],
  ['unheard', 'wallet-method-unsupported'],
])

/** Maps an error of a toy wallet or node to one of our codes; never throws. */
export function explain(error: unknown): ErrorCode {
  if (hasCode(error)) return error.code
  if (typeof error !== 'object' || error === null) return 'unknown'
  try {
    return codes.get((error as { toy?: unknown }).toy) ?? 'unknown'
  } catch {
    // A hostile error may throw when it is looked at.
    return 'unknown'
  }
}

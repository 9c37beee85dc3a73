import { LatchkeyError } from '@latchkey/protocol'

/**
 * Deepest accepted nesting: typed data has about a dozen levels, and thousands would overflow the
 * stack of a serialiser.
 */
const maxDepth = 100

/**
 * Parses the JSON of an untrusted message, at most a hundred levels deep. Throws
 * `envelope-invalid`.
 */
export function parseMessage(text: string): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The parser's error is left out because it quotes the message.
    throw new LatchkeyError('envelope-invalid', { reason: 'no JSON inside' })
  }
  let levelValues = [json]
  for (let depth = 0; levelValues.length; depth++) {
    if (depth > maxDepth) throw new LatchkeyError('envelope-invalid', { reason: 'nested too deep' })
    levelValues = levelValues.flatMap((value) =>
      typeof value === 'object' && value ? Object.values(value) : [],
    )
  }
  return json
}

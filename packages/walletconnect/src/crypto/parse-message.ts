import { LatchkeyError } from '@latchkey/protocol'

/** Typed data nests a dozen levels; what nests thousands breaks whoever writes it out again. */
const deepest = 100

/** The JSON of a message of anybody, at most a hundred levels deep. Throws `envelope-invalid`. */
export function parseMessage(text: string): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The cause would quote the message.
    throw new LatchkeyError('envelope-invalid', { reason: 'no JSON inside' })
  }
  let level = [json]
  for (let depth = 0; level.length; depth++) {
    if (depth > deepest) throw new LatchkeyError('envelope-invalid', { reason: 'nested too deep' })
    level = level.flatMap((one) => (typeof one === 'object' && one ? Object.values(one) : []))
  }
  return json
}

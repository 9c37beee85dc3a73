import { LatchkeyError } from '@latchkey/protocol'
import { readBounded } from '@latchkey/protocol/read-bounded'
import { decodeJson } from '../wire/encode-json.ts'
import { headerLimit } from '../wire/fields.ts'
import { type PaymentRequired, readRequirements } from '../wire/read-requirements.ts'

/** The greatest size of a body of version 1 that is read, in bytes. */
const bodyLimit = 65_536

/**
 * Reads what a 402 answer asks for: from its header (version 2 of x402), else from its body
 * (version 1). Undefined when it asks for no x402 payment; the answer's body can then still be
 * read.
 * @throws `payment-unsupported` when the header is present, but cannot be read
 */
export async function readQuestion(response: Response): Promise<PaymentRequired | undefined> {
  const header = response.headers.get('payment-required')
  const question = readRequirements(
    header === null ? await readBody(response) : decodeJson(header, headerLimit),
  )
  if (!question && header !== null)
    throw new LatchkeyError('payment-unsupported', {
      reason: 'the header PAYMENT-REQUIRED cannot be read',
    })
  return question
}

/** Parses a copy of the answer's body as JSON; undefined when it is not JSON, or is too long. */
async function readBody(response: Response): Promise<unknown> {
  const bytes = await readBounded(response.clone(), bodyLimit)
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

import { inWords, isOtpConfirmed } from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import type { Kit } from '../machine/kit.ts'
import { emailRefusal } from './email-refusal.ts'

/**
 * Submits the digits that were mailed by `sendEmailCode`; when they are right, the gateway stores
 * the address for the site owner.
 * @throws `code-wrong` | `code-expired` | `code-limit` | what `postToGateway` throws
 */
export function confirmEmailCode(kit: Kit, parameters: confirmEmailCode.Parameters): Promise<void> {
  return inWords(runConfirmEmailCode(kit, parameters))
}

async function runConfirmEmailCode(
  kit: Kit,
  { uuid, code, signal }: confirmEmailCode.Parameters,
): Promise<void> {
  try {
    await postToGateway(kit, 'auth/v1/otp', {
      method: 'PUT',
      headers: { 'x-otp': uuid },
      body: { code },
      signal,
      read: (answer) => (isOtpConfirmed(answer) ? 'confirmed' : null),
    })
  } catch (cause) {
    throw emailRefusal(cause)
  }
}

export declare namespace confirmEmailCode {
  type Parameters = {
    /** Id of the mailed code, from the answer of `sendEmailCode`. */
    readonly uuid: string
    /** The six digits of the mail. */
    readonly code: string
    readonly signal?: AbortSignal | undefined
  }
}

import { type AccountId, inWords, isOtpAnswer, type OtpAnswer } from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import type { Kit } from '../machine/kit.ts'
import { emailRefusal } from './email-refusal.ts'

/**
 * Makes the gateway mail six digits to the email address that a visitor gives to the site owner.
 * Only the page claims that the address belongs to `account`; no wallet signs that.
 * @throws `email-invalid` | `code-limit` | what `postToGateway` throws
 */
export function sendEmailCode(
  kit: Kit,
  parameters: sendEmailCode.Parameters,
): Promise<sendEmailCode.ReturnType> {
  return inWords(runSendEmailCode(kit, parameters))
}

async function runSendEmailCode(
  kit: Kit,
  parameters: sendEmailCode.Parameters,
): Promise<sendEmailCode.ReturnType> {
  const { email, account, signal } = parameters
  try {
    return await postToGateway(kit, 'auth/v1/otp', {
      body: { email, account },
      signal,
      read: (answer) => (isOtpAnswer(answer) ? { uuid: answer.uuid } : null),
    })
  } catch (cause) {
    throw emailRefusal(cause)
  }
}

export declare namespace sendEmailCode {
  type Parameters = {
    /** The email address, as the visitor typed it. */
    readonly email: string
    /** CAIP-10 id of the account with which the gateway stores the address. */
    readonly account: AccountId
    readonly signal?: AbortSignal | undefined
  }
  /** In the result, `uuid` is null when the address needs no confirmation. */
  type ReturnType = OtpAnswer
}

import { type AccountId, inWords, isOtpAnswer, type OtpAnswer } from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import type { Kit } from '../machine/kit.ts'
import { emailRefusal } from './email-refusal.ts'

/**
 * Makes the gateway mail six digits to an address that a visitor gives to the owner. Only the page
 * says which account the address belongs to.
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
    /** As the visitor typed it. */
    readonly email: string
    /** CAIP-10: the account that the address is kept with. */
    readonly account: AccountId
    readonly signal?: AbortSignal | undefined
  }
  /** `uuid` is null when there is nothing to confirm. */
  type ReturnType = OtpAnswer
}

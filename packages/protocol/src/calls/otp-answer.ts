import { isRecord } from './shape.ts'

/** Answer of `POST /auth/v1/otp`. */
export interface OtpAnswer {
  /**
   * What the code is sent back under, as the header `x-otp`; null where there is nothing to
   * confirm.
   */
  readonly uuid: string | null
}

/** What a header may hold. */
export const otpIdPattern: RegExp = /^[\x21-\x7e]{1,128}$/

/** Whether `value` is an answer of the call that mails a code. */
export function isOtpAnswer(value: unknown): value is OtpAnswer {
  return (
    isRecord(value) &&
    (value.uuid === null || (typeof value.uuid === 'string' && otpIdPattern.test(value.uuid)))
  )
}

/**
 * Whether `value` is the answer of `PUT /auth/v1/otp`: the code was right, and there is nothing
 * more to say.
 */
export function isOtpConfirmed(value: unknown): value is null {
  return value === null
}

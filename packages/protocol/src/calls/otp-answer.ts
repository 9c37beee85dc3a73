import { isRecord } from './shape.ts'

/** Answer of `POST /auth/v1/otp`. */
export interface OtpAnswer {
  /**
   * Id of the mailed code, to be sent back in the header `x-otp`; null when the address needs no
   * confirmation.
   */
  readonly uuid: string | null
}

/** Pattern of the id of a mailed code, which is sent back in the header `x-otp`. */
export const otpIdPattern: RegExp = /^[\x21-\x7e]{1,128}$/

/** Whether `value` is an answer of the call that mails a code. */
export function isOtpAnswer(value: unknown): value is OtpAnswer {
  return (
    isRecord(value) &&
    (value.uuid === null || (typeof value.uuid === 'string' && otpIdPattern.test(value.uuid)))
  )
}

/**
 * Whether `value` is the answer of `PUT /auth/v1/otp`: null, which means that the code was correct.
 */
export function isOtpConfirmed(value: unknown): value is null {
  return value === null
}

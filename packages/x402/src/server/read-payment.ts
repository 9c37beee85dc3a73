import { type Authorization, readAuthorization } from '../wire/authorization.ts'
import { type Fields, readFields } from '../wire/fields.ts'

/** A payment of the protocol's version 2, whose fields were checked. */
export interface SignedPayment {
  /** The requirements that the payer accepted, unchecked. */
  readonly accepted: Fields
  readonly authorization: Authorization
  readonly signature: `0x${string}`
}

/**
 * The longest signature that is read, in characters. The signature of a smart account may hold
 * several others.
 */
const signatureLimit = 4096

/** Checks a payment field by field; undefined when a field is missing or malformed. */
export function readPayment(value: unknown): SignedPayment | undefined {
  const fields = readFields(value)
  const accepted = readFields(fields?.accepted)
  const payload = readFields(fields?.payload)
  const authorization = readAuthorization(payload?.authorization)
  const signature = payload?.signature
  if (fields?.x402Version !== 2 || !accepted || !authorization) return undefined
  if (typeof signature !== 'string' || signature.length > signatureLimit) return undefined
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) return undefined
  return { accepted, authorization, signature: signature as `0x${string}` }
}

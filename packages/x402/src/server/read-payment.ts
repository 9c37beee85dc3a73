import { type Authorization, readAuthorization } from '../wire/authorization.ts'
import { type Fields, readFields } from '../wire/fields.ts'

/** A payment of version 2 whose fields were read. */
export interface SignedPayment {
  /** What the payer says that it pays for. */
  readonly accepted: Fields
  readonly authorization: Authorization
  readonly signature: `0x${string}`
}

/** Longest signature that is read, in characters: one of a smart account may hold several. */
const signatureLimit = 4096

/** Reads a payment that somebody else wrote; undefined when a field is not what it must be. */
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

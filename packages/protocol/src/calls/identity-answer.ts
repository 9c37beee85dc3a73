import { isAbsentOr, isImageAddress, isRecord, isText } from './shape.ts'

/** Answer of `GET /v1/identity/{address}`. */
export interface IdentityAnswer {
  readonly name?: string | null
  readonly avatar?: string | null
  /** Time when the name was looked up, in ISO 8601. */
  readonly resolvedAt?: string | null
}

const isShortText = (value: unknown): value is string => isText(value)

/** Whether `value` is an answer of `GET /v1/identity/{address}`. */
export function isIdentityAnswer(value: unknown): value is IdentityAnswer {
  return (
    isRecord(value) &&
    isAbsentOr(value.name, isShortText) &&
    isAbsentOr(value.avatar, isImageAddress) &&
    isAbsentOr(value.resolvedAt, isShortText)
  )
}

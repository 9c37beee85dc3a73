import { answerLimits } from './limit.ts'
import { isFilledText, isListOf, isRecord } from './shape.ts'

/** Answer of `GET /projects/v1/origins`. */
export interface OriginsAnswer {
  /** Origins that may use the project; labels may be wildcards: `https://*.shop.example`. */
  readonly allowedOrigins: readonly string[]
}

const isOriginText = (value: unknown): value is string => isFilledText(value)

/** Whether `value` is an answer of `GET /projects/v1/origins`. */
export function isOriginsAnswer(value: unknown): value is OriginsAnswer {
  return isRecord(value) && isListOf(value.allowedOrigins, answerLimits.origins, isOriginText)
}

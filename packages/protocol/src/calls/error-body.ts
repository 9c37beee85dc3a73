import { answerLimits } from './limit.ts'
import { isAbsentOr, isListOf, isRecord, isText } from './shape.ts'

/** Body of most answers of the gateway with a 4xx or 5xx status. */
export interface ErrorBody {
  readonly status: 'FAILED'
  readonly reasons: readonly {
    /**
     * Name of the field that the server refuses: `chainId`, `address`, `authentication`, …; some
     * servers leave it out.
     */
    readonly field?: string | null
    readonly description: string
  }[]
}

type Reason = ErrorBody['reasons'][number]
const isFieldName = (value: unknown): value is string => isText(value)
const isReason = (value: unknown): value is Reason =>
  isRecord(value) &&
  isAbsentOr(value.field, isFieldName) &&
  isText(value.description, answerLimits.message)

/**
 * Whether `value` is the body of an error answer of the gateway: whether it has the shape of
 * `ErrorBody`, with texts and lists of limited length.
 */
export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    isRecord(value) &&
    value.status === 'FAILED' &&
    isListOf(value.reasons, answerLimits.reasons, isReason)
  )
}

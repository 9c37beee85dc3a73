import type { ErrorCode } from './error-code.ts'

/** What an error knows beside its code; every field is plain data and never holds a secret. */
export interface ErrorContext {
  /** What exactly was wrong: "adapters[1]: a second one for eip155". */
  readonly reason?: string
  /** What to do about it, for whoever reads the console. */
  readonly fix?: string
  /** Code of a wallet, node or HTTP status that led here. */
  readonly sourceCode?: number | string
  readonly [key: string]: unknown
}

/**
 * The only error class. Tested by `name` and `code`, never by `instanceof`: two copies of the
 * library may meet on a page. The long texts live in `@latchkey/protocol/errors`, which a page
 * loads only when it shows them.
 */
export class LatchkeyError extends Error {
  override readonly name: string = 'LatchkeyError'
  readonly code: ErrorCode
  readonly context: ErrorContext

  constructor(code: ErrorCode, context: ErrorContext & { readonly cause?: unknown } = {}) {
    const { cause, ...rest } = context
    super(
      [code, rest.reason, rest.fix].filter(Boolean).join(': '),
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.context = rest
  }
}

/** Whether `error` is a Latchkey error, with this code if one is given. */
export function hasCode<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is LatchkeyError & { readonly code: C } {
  const e = error as LatchkeyError | null
  return (
    typeof e === 'object' &&
    e !== null &&
    e.name === 'LatchkeyError' &&
    (code === undefined || e.code === code)
  )
}

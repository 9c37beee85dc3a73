import { docsAddress } from './docs-address.ts'
import type { ErrorCode } from './error-code.ts'
import { version } from './version.ts'

/**
 * Details of an error in addition to its code; every field is plain data and contains no secret.
 */
export interface ErrorContext {
  /** What exactly is wrong: "adapters[1]: a second one for eip155". */
  readonly reason?: string
  /** How to fix the error, for a developer at the console. */
  readonly fix?: string
  /** Error number of the wallet or node, or HTTP status, that caused the error. */
  readonly sourceCode?: number | string
  readonly [key: string]: unknown
}

/**
 * The only error class of Latchkey. Test an error by its `name` and `code`, not by `instanceof`,
 * because a page may load two copies of the library. The long texts are in
 * `@latchkey/protocol/errors`, which a page loads only to show them. The message ends with the
 * address of the code's page and the version.
 */
export class LatchkeyError extends Error {
  override readonly name: string = 'LatchkeyError'
  /**
   * The message without the page's address and the version, for a place where a visitor may read
   * it.
   */
  shortMessage: string
  readonly code: ErrorCode
  readonly context: ErrorContext

  constructor(code: ErrorCode, context: ErrorContext & { readonly cause?: unknown } = {}) {
    const { cause, ...contextFields } = context
    const text = [code, contextFields.reason, contextFields.fix].filter(Boolean).join(': ')
    super(
      `${text}\n\nDocs: ${docsAddress}/errors/${code}\nVersion: @latchkey/protocol@${version}`,
      cause === undefined ? undefined : { cause },
    )
    this.shortMessage = text
    this.code = code
    this.context = contextFields
  }
}

/** Whether `error` is a Latchkey error, with this code if one is given. */
export function hasCode<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is LatchkeyError & { readonly code: C } {
  const candidate = error as LatchkeyError | null
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    candidate.name === 'LatchkeyError' &&
    (code === undefined || candidate.code === code)
  )
}

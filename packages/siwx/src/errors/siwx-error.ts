import { errorTable } from './error-table.ts'

/** Codes of the errors; `errorTable` has the reason and the fix of each. */
export type SiwxErrorCode = keyof typeof errorTable

/**
 * An error with which the server refuses a request. Recognize it by `name` and `code`. Its message
 * and its reason contain nothing that has to be kept from a visitor.
 */
export class SiwxError extends Error {
  override readonly name: string = 'SiwxError'
  readonly code: SiwxErrorCode
  /** The HTTP status of the handler's answer. */
  readonly status: number
  readonly reason: string
  readonly fix: string

  constructor(code: SiwxErrorCode, reason?: string, cause?: unknown) {
    const entry = errorTable[code]
    const text = reason ?? entry.reason
    super(`${code}: ${text}: ${entry.fix}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = entry.status
    this.reason = text
    this.fix = entry.fix
  }
}

/** Throws a `SiwxError` with this code. `reason` replaces the general reason of the error table. */
export function refuse(code: SiwxErrorCode, reason?: string, cause?: unknown): never {
  throw new SiwxError(code, reason, cause)
}

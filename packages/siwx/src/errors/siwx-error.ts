import { errorTable } from './error-table.ts'

/** What a refusal is called; `errorTable` has a reason and a fix for each. */
export type SiwxErrorCode = keyof typeof errorTable

/**
 * A refusal. Test it by `name` and `code`. Neither its message nor its reason holds anything that a
 * visitor must not see.
 */
export class SiwxError extends Error {
  override readonly name: string = 'SiwxError'
  readonly code: SiwxErrorCode
  /** The HTTP status that the handler answers. */
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

/** Throws the refusal with this code; `reason` says more than the table does. */
export function refuse(code: SiwxErrorCode, reason?: string, cause?: unknown): never {
  throw new SiwxError(code, reason, cause)
}

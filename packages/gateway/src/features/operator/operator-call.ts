import type { z } from 'zod'

/** The description of one operator call, for the OpenAPI document. */
export interface OperatorCall {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly summary: string
  readonly status: 200 | 201 | 204
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Shape of the JSON answer; absent when the answer is not JSON. */
  readonly answer?: z.ZodType
  /** Media type of the answer when it is not JSON. */
  readonly type?: string
  /** Whether the call refuses read-only operator keys. */
  readonly isWriting: boolean
  /** HTTP statuses of the refusals that this call has in addition to those of all calls. */
  readonly refusals: readonly number[]
}

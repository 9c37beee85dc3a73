import type { Operator } from './authorize.ts'

/** What the handlers of the operator API find in a request's context. */
export interface OperatorEnv {
  Variables: { operator: Operator; route: string }
}

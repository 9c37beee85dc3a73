import type { Operator } from './authorize.ts'

/** Values that the handlers of the operator API read from a request's context. */
export interface OperatorEnv {
  Variables: { operator: Operator; route: string }
}

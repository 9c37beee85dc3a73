import { registerName } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Registers a name of the operator's zone: `run({ name })`. Queries `identity` and `names-of` are
 * then to be asked anew.
 */
export function useRegisterName(): Action<typeof registerName> {
  return useAction(registerName)
}

import { registerName } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Registers a name in the gateway operator's name zone: `run({ name })`. Invalidate the queries
 * `identity` and `names-of` afterwards.
 */
export function useRegisterName(): Action<typeof registerName> {
  return useAction(registerName)
}

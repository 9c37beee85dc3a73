import { setNameAttributes } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Sets the attributes of a name in the gateway operator's name zone: `run({ name, attributes })`.
 * Invalidate the queries `identity` and `names-of` afterwards.
 */
export function useSetNameAttributes(): Action<typeof setNameAttributes> {
  return useAction(setNameAttributes)
}

import { setNameAttributes } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Sets what a name of the operator's zone says: `run({ name, attributes })`. Queries `identity` and
 * `names-of` are then to be asked anew.
 */
export function useSetNameAttributes(): Action<typeof setNameAttributes> {
  return useAction(setNameAttributes)
}

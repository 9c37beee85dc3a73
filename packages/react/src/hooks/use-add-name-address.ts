import { addNameAddress } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Sets the address of a name on one more chain: `run({ name, account })`. Invalidate the queries
 * `identity` and `names-of` afterwards.
 */
export function useAddNameAddress(): Action<typeof addNameAddress> {
  return useAction(addNameAddress)
}

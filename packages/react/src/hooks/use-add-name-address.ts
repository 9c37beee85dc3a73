import { addNameAddress } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Lets a name lead to one more address: `run({ name, account })`. Queries `identity` and `names-of`
 * are then to be asked anew.
 */
export function useAddNameAddress(): Action<typeof addNameAddress> {
  return useAction(addNameAddress)
}

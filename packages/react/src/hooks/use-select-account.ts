import { selectAccount } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Selects another account of a session: `run({ account })`. */
export function useSelectAccount(): Action<typeof selectAccount> {
  return useAction(selectAccount)
}

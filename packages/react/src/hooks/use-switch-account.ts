import { switchAccount } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Switches to another account, of the same or another connected wallet: `run({ account })`. */
export function useSwitchAccount(): Action<typeof switchAccount> {
  return useAction(switchAccount)
}

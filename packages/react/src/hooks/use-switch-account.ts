import { switchAccount } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Switches to another account of a connected wallet, the active one or another: `run({ account })`.
 */
export function useSwitchAccount(): Action<typeof switchAccount> {
  return useAction(switchAccount)
}

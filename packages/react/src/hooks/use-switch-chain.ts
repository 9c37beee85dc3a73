import { switchChain } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Asks the wallet to switch to a chain, and to add it first when needed: `run({ chain })`. */
export function useSwitchChain(): Action<typeof switchChain> {
  return useAction(switchChain)
}

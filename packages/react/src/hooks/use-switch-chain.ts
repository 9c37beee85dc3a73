import { switchChain } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Asks the wallet for another chain, adding it where the wallet lacks it: `run({ chain })`. */
export function useSwitchChain(): Action<typeof switchChain> {
  return useAction(switchChain)
}

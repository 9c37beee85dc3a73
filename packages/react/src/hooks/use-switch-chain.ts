import { type RegisteredKit, switchChain } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

export declare namespace useSwitchChain {
  type ReturnType = Action<typeof switchChain<RegisteredKit>>
}

/** Asks the wallet to switch to a chain, and to add it first when needed: `run({ chain })`. */
export function useSwitchChain(): useSwitchChain.ReturnType {
  return useAction(switchChain<RegisteredKit>)
}

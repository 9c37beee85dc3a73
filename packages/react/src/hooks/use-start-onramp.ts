import { startOnramp } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Asks where the visitor pays: `run({ provider, chain, wallet, … })`; leaving aborts. */
export function useStartOnramp(): Action<typeof startOnramp> {
  return useAction(startOnramp, { abortsOnUnmount: true })
}

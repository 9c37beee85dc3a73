import { disconnect } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Ends sessions with wallets: `run()` ends all of them, `run({ namespace })` or
 * `run({ connector })` only some.
 */
export function useDisconnect(): Action<typeof disconnect> {
  return useAction(disconnect)
}

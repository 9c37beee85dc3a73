import { connect } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Connects a wallet: `run({ connector })`. */
export function useConnect(): Action<typeof connect> {
  return useAction(connect)
}

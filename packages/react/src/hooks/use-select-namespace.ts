import { selectNamespace } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Selects the chain family that is shown: `run({ namespace })`. */
export function useSelectNamespace(): Action<typeof selectNamespace> {
  return useAction(selectNamespace)
}

import type { InitialState, Kit, State } from '@latchkey/core'
import { showInitialState } from '@latchkey/core/inside'
import type { Scope } from './kit-context.ts'

/**
 * What the hooks below a provider read. The state is read now, before any effect can change it: it
 * equals the state that the server rendered, also for parts of the page that hydrate later.
 */
export function createScope(kit: Kit, initialState: InitialState | undefined): Scope {
  const first = kit.getState()
  if (!initialState)
    return { kit, initial: first, toShown: (state) => state, subscribe: kit.subscribe }
  let isStarted = false
  let last: { readonly state: State; readonly wasStarted: boolean; readonly shown: State } | null =
    null
  const toShown = (state: State): State => {
    // React requires the same object for the same state.
    if (last === null || last.state !== state || last.wasStarted !== isStarted)
      last = {
        state,
        wasStarted: isStarted,
        shown: showInitialState(state, initialState, isStarted),
      }
    return last.shown
  }
  return {
    kit,
    initial: toShown(first),
    toShown,
    subscribe: (listener) => {
      const stop = kit.subscribe(listener)
      // By now the kit has read its storage, and is resuming what it found there.
      isStarted = true
      return stop
    },
  }
}

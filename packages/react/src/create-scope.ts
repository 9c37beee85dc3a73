import type { InitialState, Kit, State } from '@latchkey/core'
import { showInitialState } from '@latchkey/core/inside'
import type { Scope } from './kit-context.ts'

/**
 * Makes what the hooks below a provider read. The kit's state is read when this function is called,
 * before any effect can change it, so it equals the state that the server rendered, also for parts
 * of the page that hydrate later.
 */
export function createScope(kit: Kit, initialState: InitialState | undefined): Scope {
  const first = kit.getState()
  if (!initialState) return { kit, shown: kit, rendered: { ...kit, getState: () => first } }
  const renderedState = showInitialState(first, initialState, false)
  let isStarted = false
  let last: readonly [state: State, shown: State] | null = null
  return {
    kit,
    rendered: { ...kit, getState: () => renderedState },
    shown: {
      ...kit,
      getState: () => {
        if (!isStarted) return renderedState
        const state = kit.getState()
        // React requires that the same state always gives the same object.
        if (last?.[0] !== state) last = [state, showInitialState(state, initialState, true)]
        return last[1]
      },
      subscribe: (listener) => {
        const stop = kit.subscribe(listener)
        // When there is a subscriber, the kit has read its storage, and is resuming the sessions
        // that it found there.
        isStarted = true
        return stop
      },
    },
  }
}

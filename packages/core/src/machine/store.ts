import type { Stop } from '../contract/stop.ts'

export interface Store<State, Event> {
  getState(): State
  dispatch(event: Event): void
  subscribe(listener: () => void): Stop
  watch(listener: (event: Event, state: State, previous: State) => void): Stop
}

/**
 * Makes a store with named events and one pure reducer. The state changes at once; listeners get
 * all events in order, also those that a listener dispatches. A listener that throws does not stop
 * the others.
 */
export function createStore<State, Event>(
  initial: State,
  reduce: (state: State, event: Event) => State,
): Store<State, Event> {
  const watchers = new Set<(event: Event, state: State, previous: State) => void>()
  const queue: (readonly [Event, State, State])[] = []
  let state = initial

  function watch(listener: (event: Event, state: State, previous: State) => void): Stop {
    const callListener: typeof listener = (...changeArguments) => listener(...changeArguments)
    watchers.add(callListener)
    return () => void watchers.delete(callListener)
  }
  return {
    getState: () => state,
    watch,
    subscribe: (listener) => watch(() => listener()),
    dispatch(event) {
      const previous = state
      state = reduce(previous, event)
      if (state === previous) return
      queue.push([event, state, previous])
      // If the queue contains other events, a listener has dispatched this event, and the loop that
      // called that listener will deliver it.
      if (queue.length > 1) return
      for (const changeArguments of queue) {
        for (const watcher of [...watchers]) {
          try {
            watcher(...changeArguments)
          } catch (error) {
            queueMicrotask(() => {
              throw error
            })
          }
        }
      }
      queue.length = 0
    },
  }
}

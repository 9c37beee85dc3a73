import type { Kit, State } from '@latchkey/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isShallowEqual } from '../is-shallow-equal.ts'
import { useScope } from './use-kit.ts'

/**
 * Subscribes a component to a pure read of the kit, and renders the component again only when the
 * read's result has changed.
 * @param read gets a copy of the kit whose `getState` always returns the same state; the function
 * may be a new one at each render.
 */
export function useRead<T>(read: (kit: Kit) => T): T {
  const { shown, rendered } = useScope()
  const committedValue = useRef<{ readonly value: T } | null>(null)
  const selectValue = memoizeLastState((state: State): T => {
    const value = read({ ...shown, getState: () => state })
    const lastCommitted = committedValue.current
    return lastCommitted !== null && isShallowEqual(lastCommitted.value, value)
      ? lastCommitted.value
      : value
  })
  const value = useSyncExternalStore(
    shown.subscribe,
    () => selectValue(shown.getState()),
    () => selectValue(rendered.getState()),
  )
  useEffect(() => {
    committedValue.current = { value }
  }, [value])
  return value
}

/** React requires that the same state always gives the same object. */
function memoizeLastState<T>(compute: (state: State) => T): (state: State) => T {
  let lastComputed: { readonly state: State; readonly value: T } | null = null
  return (state) => {
    if (lastComputed === null || lastComputed.state !== state)
      lastComputed = { state, value: compute(state) }
    return lastComputed.value
  }
}

import type { Kit, State } from '@latchkey/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isShallowEqual } from '../is-shallow-equal.ts'
import { useScope } from './use-kit.ts'

/**
 * Subscribes a component to a pure read of the kit, and renders it again only when the result has
 * another value.
 * @param read called with a kit whose state does not change; it may be written inline.
 */
export function useRead<T>(read: (kit: Kit) => T): T {
  const { kit, initial } = useScope()
  const committed = useRef<{ readonly value: T } | null>(null)
  const selectValue = rememberLast((state: State): T => {
    const value = read({ ...kit, getState: () => state })
    const last = committed.current
    return last !== null && isShallowEqual(last.value, value) ? last.value : value
  })
  const value = useSyncExternalStore(
    kit.subscribe,
    () => selectValue(kit.getState()),
    () => selectValue(initial),
  )
  useEffect(() => {
    committed.current = { value }
  }, [value])
  return value
}

/** React requires the same object for the same state. */
function rememberLast<T>(compute: (state: State) => T): (state: State) => T {
  let last: { readonly state: State; readonly value: T } | null = null
  return (state) => {
    if (last === null || last.state !== state) last = { state, value: compute(state) }
    return last.value
  }
}

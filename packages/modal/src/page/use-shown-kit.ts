import type { Kit } from '@latchkey/core'
import { KitContext } from '@latchkey/react/inside'
import { useContext, useSyncExternalStore } from 'react'

/**
 * Reads a string from the kit's state and redraws when that string changes. Below a `KitProvider`
 * of the same kit, it reads the state that the provider shows, so that on a server the provider's
 * `initialState` is drawn.
 * @param unprovided what a server renders without that provider
 */
export function useShownKit(kit: Kit, read: (kit: Kit) => string, unprovided: string): string {
  const scope = useContext(KitContext)
  const { shown, rendered } = scope?.kit === kit ? scope : { shown: kit }
  return useSyncExternalStore(
    shown.subscribe,
    () => read(shown),
    () => (rendered ? read(rendered) : unprovided),
  )
}

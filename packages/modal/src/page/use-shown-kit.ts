import type { Kit } from '@latchkey/core'
import { KitContext } from '@latchkey/react/inside'
import { useContext, useSyncExternalStore } from 'react'

/**
 * Reads the kit as a string, drawn again when it changes. Below a `KitProvider` of the same kit it
 * reads what that shows: with its `initialState`, also on a server.
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

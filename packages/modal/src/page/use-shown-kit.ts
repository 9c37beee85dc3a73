import type { Kit, State } from '@latchkey/core'
import { KitContext } from '@latchkey/react/inside'
import { useContext, useSyncExternalStore } from 'react'

/**
 * Reads the kit as a string, drawn again when it changes. Below a `KitProvider` of the same kit it
 * reads what that shows: with its `initialState`, also on a server.
 * @param unprovided what the server renders without such a provider
 */
export function useShownKit(kit: Kit, read: (kit: Kit) => string, unprovided: string): string {
  const context = useContext(KitContext)
  const scope = context?.kit === kit ? context : null
  const readState = (state: State): string => read({ ...kit, getState: () => state })
  return useSyncExternalStore(
    scope?.subscribe ?? kit.subscribe,
    () => readState(scope ? scope.toShown(kit.getState()) : kit.getState()),
    () => (scope ? readState(scope.initial) : unprovided),
  )
}

import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import type { State } from '../machine/state.ts'

/**
 * The active connectors that the visitor chose, in this tab or another, as this tab last wrote or
 * read them. A wallet that is active only because another one could not be resumed was not chosen,
 * so other tabs do not make it the active one.
 */
export const chosenConnectorsOf: (kit: Kit) => {
  choice?: State['active'] | undefined
} = perKit(() => ({}))

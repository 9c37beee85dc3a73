import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import type { State } from '../machine/state.ts'

/**
 * The active connectors as the visitor chose them, in this tab or another, when this tab last wrote
 * or read them. A wallet that is active here only because another could not be resumed was not
 * chosen, so no tab follows it.
 */
export const chosenConnectorsOf: (kit: Kit) => {
  choice?: State['active'] | undefined
} = perKit(() => ({}))

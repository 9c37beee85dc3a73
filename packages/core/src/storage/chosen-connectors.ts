import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'

/**
 * Of each namespace, the connector that the visitor chose among several, in this tab or another, as
 * this tab last wrote or read it. A wallet that is active here only because another could not be
 * resumed was not chosen, so no tab follows it.
 */
export const chosenConnectorsOf: (kit: Kit) => { choice: Readonly<Record<string, string>> } =
  perKit(() => ({ choice: {} }))

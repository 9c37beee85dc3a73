import { disconnect, type Kit } from '@latchkey/core'

/**
 * Ends every connection of a kit. This code is loaded when a page first calls `disconnect` on an
 * element.
 * @throws `disconnect-failed`
 */
export function disconnectAll(kit: Kit): Promise<void> {
  return disconnect(kit)
}

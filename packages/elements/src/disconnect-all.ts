import { disconnect, type Kit } from '@latchkey/core'

/** Ends every connection; loaded when a page first asks for it. @throws `disconnect-failed` */
export function disconnectAll(kit: Kit): Promise<void> {
  return disconnect(kit)
}

import type { Kit } from '@latchkey/core'

/** What follows from an answer, or from none. */
export interface EmailQuestion {
  /** What would have come after the connection. */
  goOn(): void
  /** Ends the connection, then closes the dialog: nobody stays without an answer. */
  decline(): void
  /**
   * Whether the visitor is still being asked: the dialog may have been closed while a server
   * answers.
   */
  isShown(): boolean
}

const key = 'capture.asking'

export function keepAsking(kit: Kit, asking: EmailQuestion): void {
  kit.memory.set(key, asking)
}

/** Of this kit's page; undefined where a page has opened the view by itself. */
export function askingOf(kit: Kit): EmailQuestion | undefined {
  return kit.memory.get(key) as EmailQuestion | undefined
}

import type { ReactNode } from 'react'
import { words } from '../words.ts'

/** Leaves the window as it is: nothing was decided. */
export function CloseButton(): ReactNode {
  return (
    <button type="button" className="secondary" onClick={() => close()}>
      {words.close}
    </button>
  )
}

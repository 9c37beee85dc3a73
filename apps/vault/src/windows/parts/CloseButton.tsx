import type { ReactNode } from 'react'
import { words } from '../words.ts'

/** A button that closes the window without a decision. */
export function CloseButton(): ReactNode {
  return (
    <button type="button" className="secondary" onClick={() => close()}>
      {words.close}
    </button>
  )
}

import type { Kit } from '@latchkey/core'
import { type Context, createContext } from 'react'

export interface Scope {
  readonly kit: Kit
  /** The kit as the page shows it: as the server rendered it, until a wallet has answered. */
  readonly shown: Kit
  /** The kit as the server rendered it, and as the first render of the page must be. */
  readonly rendered: Kit
}

export const KitContext: Context<Scope | null> = createContext<Scope | null>(null)

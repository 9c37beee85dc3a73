import type { Kit } from '@latchkey/core'
import { type Context, createContext } from 'react'

export interface Scope {
  readonly kit: Kit
  /**
   * The kit with the state that the page shows: until a wallet has answered, the state that the
   * server rendered.
   */
  readonly shown: Kit
  /**
   * The kit with the state that the server rendered, which the first render of the page must show
   * too.
   */
  readonly rendered: Kit
}

export const KitContext: Context<Scope | null> = createContext<Scope | null>(null)

import type { Kit, State } from '@latchkey/core'
import { type Context, createContext } from 'react'

/** A kit and its state before anything ran. */
export interface Scope {
  readonly kit: Kit
  readonly initial: State
}

export const KitContext: Context<Scope | null> = createContext<Scope | null>(null)

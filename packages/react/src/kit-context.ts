import type { Kit, State, Stop } from '@latchkey/core'
import { type Context, createContext } from 'react'

/** A kit, with what the page shows of it. */
export interface Scope {
  readonly kit: Kit
  /** The state that the server rendered, and the first render of the page. */
  readonly initial: State
  /** What the page shows of a state of the kit; the same object for the same state. */
  readonly toShown: (state: State) => State
  /** `kit.subscribe`; everything that draws `toShown` subscribes with it. */
  readonly subscribe: (listener: () => void) => Stop
}

export const KitContext: Context<Scope | null> = createContext<Scope | null>(null)

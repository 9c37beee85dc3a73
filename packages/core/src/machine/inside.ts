import type { KitEvent, SignInEvent, TransactionEvent } from './event.ts'
import type { Attempt, State } from './state.ts'

/**
 * The key of those members of a kit that are for the packages of this repository only; a page reads
 * the state and calls actions instead. The symbol is registered globally, so that a kit made by one
 * copy of this package works with the actions of another copy.
 */
export const inside: unique symbol = Symbol.for('latchkey')

/** The reducers that are loaded only after the page has started. */
export interface Reducers {
  /** Reduces the events that none of the other reducers handles. */
  readonly connection: (state: State, event: KitEvent) => State
  /**
   * Used instead of `connection` once it is loaded; it passes the events that it does not handle on
   * to `reduceConnection`.
   */
  readonly choice?: (state: State, event: KitEvent) => State
  readonly transaction?: (state: State, event: TransactionEvent) => State
  /** Reduces the events whose type begins with `sign-in-`. */
  readonly sign?: (state: State, event: SignInEvent) => State
  /** Reduces the events `signed-in` and `signed-out`. */
  readonly signed?: (state: State, event: SignInEvent) => State
}

export interface Inside {
  /**
   * Applies one named event through the pure reducers. The state has changed when this function
   * returns. An event that a listener dispatches also changes the state at once, but the listeners
   * are called for it only after they have all been called for the current event.
   */
  dispatch(event: KitEvent): void
  /**
   * Sets reducers; setting the same reducer again changes nothing. Actions that ask a wallet set
   * the connection reducer; before that `reducePageLoad` handles the connection events. The code
   * that drafts or restores a transaction sets the transaction reducer; before that there are no
   * transactions. The code of the sign-in sets the reducers `sign` and `signed`.
   */
  learn(reducers: Partial<Reducers>): void
  /**
   * Returns the number of a new connect attempt; no earlier attempt of this kit has the same
   * number.
   */
  newAttempt(): Attempt
  /**
   * Names of accounts and chains that the page's buttons show, by address or CAIP-2 chain id.
   * Looking names up takes code that is loaded after the buttons, so known names are kept here.
   */
  readonly names: Map<string, string>
}

import type { KitEvent, TransactionEvent } from './event.ts'
import type { Attempt, State } from './state.ts'

/**
 * The key of what a kit offers to the packages of this repository, and not to a page: a page reads
 * the state and calls actions. The symbol is a registered one, so that a kit made by one copy of
 * this package works with the actions of another copy.
 */
export const inside: unique symbol = Symbol.for('latchkey')

/** The reducers that load late. */
export interface Reducers {
  readonly connection?: (state: State, event: KitEvent) => State
  readonly transaction?: (state: State, event: TransactionEvent) => State
}

export interface Inside {
  /**
   * Applies one named event through the pure reducers. The state has changed when this returns. An
   * event dispatched by a listener also changes the state at once; the listeners hear of it after
   * the event that they are hearing of now.
   */
  dispatch(event: KitEvent): void
  /**
   * Sets reducers; to set the same one again changes nothing. Actions that ask a wallet set that of
   * connections; until then `reducePageLoad` stands in for it. Whatever drafts or restores a
   * transaction sets that of transactions; until then there is no transaction that an event could
   * be about.
   */
  learn(reducers: Reducers): void
  /** A number that no earlier attempt of this kit has had. */
  newAttempt(): Attempt
  /**
   * Names that the page's buttons show, by address or CAIP-2 chain id. Looking them up takes code
   * that is loaded after the buttons, so they are kept here once they are known.
   */
  readonly names: Map<string, string>
}

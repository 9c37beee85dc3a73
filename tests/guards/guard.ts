/** A place in the sources that stops an attack. */
export interface Guard {
  /** From the repository's root. */
  readonly file: string
  /** As it stands there, once: a whole expression, or a whole statement where there is no `off`. */
  readonly text: string
  /**
   * Where the same stands more than once: a text that stands there once, and before it; the next
   * one is meant.
   */
  readonly after?: string
  /** The expression that stands for it when it is off; without one the statement is left out. */
  readonly off?: string
}

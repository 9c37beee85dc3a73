/** A place in the source that stops an attack. */
export interface Guard {
  /** Path from the repository's root. */
  readonly file: string
  /**
   * Text of the guard, which must occur once: a whole expression, or a whole statement when there
   * is no `off`.
   */
  readonly text: string
  /** When the text occurs more than once: a unique text before it; the next occurrence is meant. */
  readonly after?: string
  /** Expression that replaces the guard when it is off; without one the statement is removed. */
  readonly off?: string
}

/** Labels of a piece of work: never an address, a query or a body. */
export type Labels = Readonly<Record<string, string | number>>

export interface Watched {
  readonly kind: 'request' | 'node' | 'sql'
  readonly labels: Labels
}

/**
 * Runs a piece of work and records its duration and outcome; `add` adds labels that are known only
 * later.
 */
export type Watch = <T>(
  what: Watched,
  work: (add: (labels: Labels) => void) => Promise<T>,
) => Promise<T>

/** A `Watch` that records nothing. */
export const watchNothing: Watch = (_, work) => work(() => {})

/** Combines two watches; `outer` starts first. */
export function watchBoth(outer: Watch, inner: Watch): Watch {
  return (what, work) =>
    outer(what, (addOuter) =>
      inner(what, (addInner) =>
        work((labels) => {
          addOuter(labels)
          addInner(labels)
        }),
      ),
    )
}

/**
 * Labels for the metrics and trace of a piece of work; none of them contains an address, a query or
 * a request body.
 */
export type Labels = Readonly<Record<string, string | number>>

export interface WatchedWork {
  readonly kind: 'request' | 'node' | 'sql'
  readonly labels: Labels
}

/**
 * Runs a piece of work and records its duration and outcome; `add` adds labels that are known only
 * later.
 */
export type Watch = <T>(
  watchedWork: WatchedWork,
  work: (add: (labels: Labels) => void) => Promise<T>,
) => Promise<T>

/** A `Watch` that records nothing. */
export const watchNothing: Watch = (_, work) => work(() => {})

/** Combines two watches into one that records the work with both; `outer` measures `inner` too. */
export function watchBoth(outer: Watch, inner: Watch): Watch {
  return (watchedWork, work) =>
    outer(watchedWork, (addOuter) =>
      inner(watchedWork, (addInner) =>
        work((labels) => {
          addOuter(labels)
          addInner(labels)
        }),
      ),
    )
}

/** What is known of a piece of work: never an address, a query or a body. */
export type Labels = Readonly<Record<string, string | number>>

export interface Watched {
  readonly kind: 'request' | 'node' | 'sql'
  readonly labels: Labels
}

/** Runs a piece of work and takes note of it; `add` gives what is known only later. */
export type Watch = <T>(
  what: Watched,
  work: (add: (labels: Labels) => void) => Promise<T>,
) => Promise<T>

/** Takes note of nothing. */
export const watchNothing: Watch = (_, work) => work(() => {})

/** Both take note, `outer` first. */
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

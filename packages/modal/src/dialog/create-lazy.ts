/** A module loaded once, when it is needed; after a failure it may be loaded again. */
export interface Lazy<T> {
  /** The module, when it is loaded. */
  get(): T | undefined
  load(): Promise<T>
}

export function createLazy<T>(fetch: () => Promise<T>): Lazy<T> {
  let value: T | undefined
  let coming: Promise<T> | undefined
  return {
    get: () => value,
    load: () => {
      coming ??= fetch().then(
        (fetched) => {
          value = fetched
          return fetched
        },
        (error) => {
          coming = undefined
          throw error
        },
      )
      return coming
    },
  }
}

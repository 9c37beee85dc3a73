/** A module loaded once, when it is needed; after a failure it may be loaded again. */
export interface Lazy<T> {
  /** Returns the module; undefined until it is loaded. */
  get(): T | undefined
  load(): Promise<T>
}

export function createLazy<T>(loadValue: () => Promise<T>): Lazy<T> {
  let value: T | undefined
  let pendingValue: Promise<T> | undefined
  return {
    get: () => value,
    load: () => {
      pendingValue ??= loadValue().then(
        (fetched) => {
          value = fetched
          return fetched
        },
        (error) => {
          pendingValue = undefined
          throw error
        },
      )
      return pendingValue
    },
  }
}

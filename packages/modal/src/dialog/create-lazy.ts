/** Something loaded once, when it is wanted; a load that failed may be asked for again. */
export interface Lazy<T> {
  /** What has come. */
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

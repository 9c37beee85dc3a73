/** As much of IndexedDB as the seal asks of it, in memory. */
export function memoryDatabase(): IDBFactory {
  const values = new Map<string, unknown>()
  const request = (run: () => unknown, then?: () => void) => {
    const made: { result?: unknown; error: null; onsuccess?: () => void } = { error: null }
    queueMicrotask(() => {
      made.result = run()
      made.onsuccess?.()
      then?.()
    })
    return made
  }
  const transaction = () => {
    const made: { oncomplete?: () => void; objectStore: () => object } = {
      objectStore: () => ({
        get: (key: string) =>
          request(
            () => values.get(key),
            () => queueMicrotask(() => made.oncomplete?.()),
          ),
        put: (value: unknown, key: string) => void values.set(key, value),
      }),
    }
    return made
  }
  const database = { createObjectStore: () => {}, transaction, close: () => {} }
  return { open: () => request(() => database) } as unknown as IDBFactory
}

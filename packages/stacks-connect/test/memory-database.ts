/** The part of IndexedDB that the encryption of sessions needs: one store, one key, in memory. */
export function memoryDatabase(): IDBFactory {
  const kept = new Map<string, unknown>()
  const soon = (result: unknown, then = () => {}) => {
    const request: { result: unknown; onsuccess?: () => void } = { result }
    setTimeout(() => {
      request.onsuccess?.()
      then()
    })
    return request
  }
  const transaction = () => {
    const opened: { oncomplete?: () => void; objectStore: () => object } = {
      objectStore: () => ({
        get: (key: string) => soon(kept.get(key), () => setTimeout(() => opened.oncomplete?.())),
        put: (value: unknown, key: string) => void kept.set(key, value),
      }),
    }
    return opened
  }
  return {
    open: () => soon({ createObjectStore: () => {}, close: () => {}, transaction }),
  } as unknown as IDBFactory
}

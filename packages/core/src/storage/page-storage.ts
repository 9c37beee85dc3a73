import type { KitStorage } from '../contract/kit-storage.ts'

/**
 * The page's `localStorage`, which is accessed only when it is used. Where a page has none (on a
 * server, or when it is blocked or full), nothing is kept.
 */
export function pageStorage(): KitStorage {
  const tryStorage = <T>(operation: (storage: Storage) => T): T | null => {
    try {
      return operation(globalThis.localStorage)
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => tryStorage((storage) => storage.getItem(key)),
    setItem: (key, value) => tryStorage((storage) => storage.setItem(key, value)),
    removeItem: (key) => tryStorage((storage) => storage.removeItem(key)),
  }
}

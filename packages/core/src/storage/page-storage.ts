import type { KitStorage } from '../contract/kit-storage.ts'

/**
 * The page's `localStorage`, accessed only when used. On a page without it (a server, storage
 * blocked or full) nothing is kept.
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
    setItem: (key, value) => void tryStorage((storage) => storage.setItem(key, value)),
    removeItem: (key) => void tryStorage((storage) => storage.removeItem(key)),
  }
}

import type { KitStorage } from '@latchkey/core'
import type { CacheStorage } from '../storage/local-cache.ts'

const sessionsKey = 'latchkey.stacks-connect.v1.walletconnect'
const waitingKey = `${sessionsKey}.waiting`
const storedKeys: readonly string[] = [sessionsKey, waitingKey]

/**
 * The part of a storage that sessions of remote wallets need. The kit's other data is not stored,
 * because this package stores the chosen wallet and its addresses itself.
 */
export interface RemoteStorage extends KitStorage {
  /**
   * Stops all writing, because nothing would remove an entry that is written after the kit was
   * closed.
   */
  close(): void
}

export function remoteStorage(storage: CacheStorage): RemoteStorage {
  const storageState = { isClosed: false }
  const canWriteKey = (key: string) => storedKeys.includes(key) && !storageState.isClosed
  return {
    getItem: (key) => (storedKeys.includes(key) ? storage.getItem(key) : null),
    setItem: (key, value) => void (canWriteKey(key) && storage.setItem(key, value)),
    removeItem: (key) => void (canWriteKey(key) && storage.removeItem(key)),
    close() {
      storageState.isClosed = true
    },
  }
}

/** Deletes what is stored about remote wallets; never throws. */
export function forgetRemote(storage: CacheStorage | undefined): void {
  for (const key of storedKeys) {
    try {
      storage?.removeItem(key)
    } catch {
      // A storage that the browser blocks has nothing to delete.
    }
  }
}

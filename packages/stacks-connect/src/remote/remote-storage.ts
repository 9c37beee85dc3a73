import type { KitStorage } from '@latchkey/core'
import type { CacheStorage } from '../storage/local-cache.ts'

const sessions = 'latchkey.stacks-connect.v1.walletconnect'
const waiting = `${sessions}.waiting`
const keys: readonly string[] = [sessions, waiting]

/**
 * As much of a storage as sessions of remote wallets need; what else a kit would keep is the
 * drop-in's own.
 */
export interface RemoteStorage extends KitStorage {
  /** Nothing is written from now on: what comes late would lie there for ever. */
  close(): void
}

export function remoteStorage(storage: CacheStorage): RemoteStorage {
  const held = { isClosed: false }
  const isWritten = (key: string) => keys.includes(key) && !held.isClosed
  return {
    getItem: (key) => (keys.includes(key) ? storage.getItem(key) : null),
    setItem: (key, value) => void (isWritten(key) && storage.setItem(key, value)),
    removeItem: (key) => void (isWritten(key) && storage.removeItem(key)),
    close() {
      held.isClosed = true
    },
  }
}

/** Removes what is kept of remote wallets; never throws. */
export function forgetRemote(storage: CacheStorage | undefined): void {
  for (const key of keys) {
    try {
      storage?.removeItem(key)
    } catch {
      // A closed storage holds nothing.
    }
  }
}

import type { AccountId } from '@latchkey/protocol'
import type { SiwxStore, StoredChallenge, StoredSession } from './siwx-store.ts'

export declare namespace memoryStore {
  interface Options {
    /**
     * The greatest number of challenges, and of sessions; beyond it the oldest are deleted. Default
     * 100,000.
     */
    readonly limit?: number
    /** Returns the present time in milliseconds since the epoch; default `Date.now`. */
    readonly now?: () => number
  }
}

interface Expiring<T> {
  readonly value: T
  readonly expiresAt: number
}

/**
 * Creates a store in the memory of this process. It is meant for development, tests, and a single
 * server that may lose its sessions at a restart.
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 */
export function memoryStore(options: memoryStore.Options = {}): SiwxStore {
  const { limit = 100_000, now = Date.now } = options
  const nonces = new Map<string, Expiring<StoredChallenge>>()
  const sessions = new Map<string, Expiring<StoredSession>>()
  const groups = new Map<AccountId, readonly AccountId[]>()
  const put = <T>(map: Map<string, Expiring<T>>, key: string, entry: Expiring<T>): void => {
    map.delete(key)
    map.set(key, entry)
    // Anybody can ask for challenges, so the number of entries is limited.
    for (const [oldKey, { expiresAt }] of map) {
      if (map.size <= limit && expiresAt > now()) break
      map.delete(oldKey)
    }
  }
  const read = <T>(map: Map<string, Expiring<T>>, key: string): T | undefined => {
    const entry = map.get(key)
    return entry && entry.expiresAt > now() ? entry.value : undefined
  }
  const linkedTo = (account: AccountId): readonly AccountId[] => groups.get(account) ?? [account]
  const join = (accounts: readonly AccountId[]): void => {
    for (const account of accounts) {
      if (accounts.length > 1) groups.set(account, accounts)
      else groups.delete(account)
    }
  }
  return {
    putNonce: async (nonce, value, expiresAt) => put(nonces, nonce, { value, expiresAt }),
    async takeNonce(nonce) {
      const challenge = read(nonces, nonce)
      nonces.delete(nonce)
      return challenge
    },
    putSession: async (key, value) => put(sessions, key, { value, expiresAt: value.expiresAt }),
    readSession: async (key) => read(sessions, key),
    async deleteSession(key) {
      sessions.delete(key)
    },
    readLinked: async (account) => linkedTo(account),
    async link(account, added) {
      const accounts = linkedTo(account)
      if (accounts.includes(added)) return true
      if (linkedTo(added).length > 1) return false
      join([...accounts, added])
      return true
    },
    async unlink(account, removed) {
      const accounts = linkedTo(account)
      if (accounts.length < 2 || !accounts.includes(removed)) return false
      groups.delete(removed)
      join(accounts.filter((one) => one !== removed))
      return true
    },
  }
}

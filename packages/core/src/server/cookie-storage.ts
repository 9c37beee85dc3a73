import type { KitStorage } from '../contract/kit-storage.ts'
import { pageStorage } from '../storage/page-storage.ts'
import { readCookie } from './read-cookie.ts'

/** Pattern of the storage keys whose entries a server needs; `storageKey` makes these keys. */
const copiedKey = /^latchkey\.[-\w]{1,32}\.v1\.(active|connections)$/
/**
 * Maximum length of a cookie's name and value together. Browsers keep cookies of at most 4,096
 * bytes, including their attributes.
 */
const maxCookieLength = 3800
const yearSeconds = 31_536_000

export declare namespace cookieStorage {
  interface Options {
    /**
     * The storage that holds all data; default `localStorage`. Cookies hold only a copy of some of
     * it.
     */
    readonly storage?: KitStorage | undefined
    /** The domain of the cookies; needed when a server of another subdomain reads them. */
    readonly domain?: string | undefined
    /** Seconds after which the browser drops a cookie that has not changed; default one year. */
    readonly maxAgeSeconds?: number | undefined
  }
}

/**
 * A storage for `createKit` that also copies into cookies who is connected, so that a server can
 * render it (`cookieToInitialState`). A cookie has the selected account of each connection and
 * nothing else, because it is sent with every request: no other account, name or receiver, and
 * no session's secret. Whether a wallet is connected again is decided by the storage alone. On a
 * server it does nothing.
 *
 * @example
 * const kit = createKit({ adapters: [evm({ chains })], storage: cookieStorage() })
 */
export function cookieStorage(options: cookieStorage.Options = {}): KitStorage {
  const { storage = pageStorage(), domain, maxAgeSeconds = yearSeconds } = options
  const attributes = `; path=/; samesite=lax${domain === undefined ? '' : `; domain=${domain}`}`

  function copyToCookie(key: string, text: string | null): void {
    if (typeof document === 'undefined' || !copiedKey.test(key)) return
    try {
      const value = text === null ? undefined : toCookieValue(key, text)
      if (readCookie(document.cookie, key) === value) return
      const secure = location.protocol === 'https:' ? '; secure' : ''
      const age = value === undefined ? 0 : maxAgeSeconds
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and not in every browser
      document.cookie = `${key}=${value ?? ''}${attributes}; max-age=${age}${secure}`
    } catch {
      // Where the page may not write cookies (in a sandboxed frame), a server renders it as if
      // nobody were connected.
    }
  }
  return {
    getItem: (key) => {
      const text = storage.getItem(key)
      // The browser may have dropped the entry or its cookie. The storage decides: the cookie is
      // written again, or removed, to match it.
      copyToCookie(key, text)
      return text
    },
    setItem: (key, value) => {
      storage.setItem(key, value)
      copyToCookie(key, value)
    },
    removeItem: (key) => {
      storage.removeItem(key)
      copyToCookie(key, null)
    },
  }
}

/**
 * The value of the cookie for a stored entry; undefined when the entry is invalid, or too long for
 * a cookie.
 */
function toCookieValue(key: string, text: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(text)
    const copied = key.endsWith('.connections') ? listSelectedAccounts(stored) : stored
    const value = encodeURIComponent(JSON.stringify(copied))
    return key.length + value.length <= maxCookieLength ? value : undefined
  } catch {
    return undefined
  }
}

interface StoredSession {
  readonly accounts: readonly { readonly account: unknown; readonly type: unknown }[]
  readonly [field: string]: unknown
}

/** Returns the stored connections with only the selected account of each session. */
function listSelectedAccounts(stored: unknown): unknown {
  const connections = stored as {
    readonly connector: unknown
    readonly sessions: readonly StoredSession[]
    readonly hidden: unknown
  }[]
  return connections.map(({ connector, sessions, hidden }) => ({
    connector,
    sessions: sessions.map(({ namespace, accounts, selected, expiresAt }) => ({
      namespace,
      chains: [],
      accounts: accounts
        .filter(({ account }) => account === selected)
        .map(({ account, type }) => ({ account, type })),
      selected,
      expiresAt,
    })),
    hidden,
  }))
}

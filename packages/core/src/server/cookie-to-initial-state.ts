import type { Session } from '../contract/session.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { readStored } from '../storage/stored.ts'
import { storedConnections } from '../storage/stored-connections.ts'
import type { InitialState } from './initial-state.ts'
import { readCookie } from './read-cookie.ts'

/**
 * Maximum length of a cookie header that is read. Web servers refuse headers that are far shorter.
 */
const maxHeaderLength = 65_536

/**
 * Reads who is connected from the cookies of a request that `cookieStorage` wrote, so that a server
 * renders the connected page. Cookies are untrusted: whatever is not a valid session of a chain
 * family of this kit is left out, and the answer only says what the page shows until the wallet
 * itself has answered. Never take it for a proof of who asks; that is what signing in is for.
 * @param kit the kit, also made on the server; nothing runs there
 * @param cookies the `cookie` header of the request
 * @returns plain data for `KitProvider`, or undefined when nobody is connected
 *
 * @example
 * const load = (asked: Request) => cookieToInitialState(kit, asked.headers.get('cookie'))
 */
export function cookieToInitialState(
  kit: Kit,
  cookies: string | null | undefined,
): InitialState | undefined {
  if (typeof cookies !== 'string' || cookies.length > maxHeaderLength) return undefined
  if (kit.options.enableReconnect === false) return undefined
  const asked: Kit = { ...kit, storage: storageOfHeader(cookies) }
  const connections = storedConnections(asked).flatMap(({ connector, last }) => {
    const sessions = last.sessions.filter((session) => isShown(kit, session)).map(copySession)
    const hidden = last.hidden.filter((namespace) => readOwnField(kit.adapters, namespace))
    const isHeld = sessions.some(({ namespace }) => !hidden.includes(namespace))
    return isHeld ? [{ connector, last: { sessions, hidden } }] : []
  })
  if (connections.length === 0) return undefined
  const active = readStored(asked, 'active') as { readonly namespace?: unknown } | null | undefined
  const namespace = active?.namespace
  return typeof namespace === 'string' && readOwnField(kit.adapters, namespace)
    ? { connections, namespace }
    : { connections }
}

function storageOfHeader(cookies: string): NonNullable<Kit['storage']> {
  return {
    getItem: (key) => {
      const value = readCookie(cookies, key)
      return value === undefined ? null : decodeURIComponent(value)
    },
    setItem: () => {},
    removeItem: () => {},
  }
}

function isShown(kit: Kit, { namespace, expiresAt = Number.POSITIVE_INFINITY }: Session): boolean {
  return readOwnField(kit.adapters, namespace) !== undefined && expiresAt > Date.now()
}

/** Copies the known fields of a session, and leaves out whatever else a cookie may contain. */
function copySession({ namespace, chains, accounts, selected, expiresAt }: Session): Session {
  return {
    namespace,
    chains: [...chains],
    accounts: accounts.map(({ account, type }) => ({ account, type })),
    selected,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
}

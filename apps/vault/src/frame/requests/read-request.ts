import { isChainId } from '@latchkey/protocol'
import type { VaultMethod, VaultRequest, VaultWindow } from '@latchkey/protocol/vault'

type Guard = (value: unknown) => boolean

const maxChains = 100
const isChains: Guard = (value) =>
  Array.isArray(value) && value.length <= maxChains && value.every(isChainId)
const isText =
  (maxItems: number): Guard =>
  (value) =>
    typeof value === 'string' && value.length <= maxItems
/** Whether a value is a text of 32 bytes in base64url. */
const isId: Guard = (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value)
const isCode: Guard = (value) => typeof value === 'string' && /^\d{6}$/.test(value)
const isOneOf =
  (...values: readonly unknown[]): Guard =>
  (value) =>
    values.includes(value)
const windowNames: readonly VaultWindow[] = [
  ...([
    'login',
    'approve',
    'recover',
    'recovery',
    'export',
    'way-out',
    'devices',
    'delete',
  ] as const),
]
const loginProviders = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

const methodShapes: Readonly<Record<VaultMethod, Readonly<Record<string, Guard>>>> = {
  session: { chains: isChains },
  'login-email': { email: isText(320), chains: isChains },
  'login-code': { code: isCode },
  'login-resend': {},
  'login-window': { login: isId, provider: isOneOf(...loginProviders), chains: isChains },
  'login-farcaster': { chains: isChains },
  'login-cancel': {},
  request: {
    chain: isChainId,
    method: (value) => typeof value === 'string' && /^\w{1,64}$/.test(value),
    params: () => true,
  },
  'request-cancel': { request: (value) => Number.isSafeInteger(value) },
  'email-change': { email: isText(320) },
  'email-code': { code: isCode },
  'email-resend': {},
  window: { window: isOneOf(...windowNames), id: isId },
  logout: { everywhere: (value) => typeof value === 'boolean' },
}

/** Reads the id of a page's message, to answer it; null when the message has no valid id. */
export function readId(message: unknown): number | null {
  const id =
    typeof message === 'object' && message !== null
      ? (message as { readonly id?: unknown }).id
      : undefined
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null
}

/**
 * Reads a page's request and checks it against the shape of its method; null for anything else.
 * @param message - result of `parseWithoutPrototype`
 */
export function readRequest(message: unknown): VaultRequest | null {
  if (typeof message !== 'object' || message === null || readId(message) === null) return null
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown }
  if (typeof method !== 'string' || !Object.hasOwn(methodShapes, method)) return null
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return null
  const shape = methodShapes[method as VaultMethod]
  const fields = params as Readonly<Record<string, unknown>>
  return Object.entries(shape).every(([name, guard]) => guard(fields[name]))
    ? (message as VaultRequest)
    : null
}

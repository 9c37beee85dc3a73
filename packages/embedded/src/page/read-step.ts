import { isChainId } from '@latchkey/protocol'
import type { LoginStep, RecoveryKind, VaultApproval } from '@latchkey/protocol/vault'
import { cleanLabel } from './clean-label.ts'
import { parseUrl } from './parse-url.ts'
import { readSession } from './read-session.ts'

const maxUrlLength = 2048
const recoveryKinds: readonly RecoveryKind[] = ['passkey', 'password', 'operator']
const windowStates = ['awaited', 'open', 'away', 'closed', 'number'] as const

/**
 * Reads the step of a login from the frame; undefined when it is invalid.
 * @param origin - origin of the vault, the only origin whose windows are opened
 */
export function readStep(value: unknown, origin: string): LoginStep | undefined {
  const { step, purpose, email, expiresAt, resendAt, window, uri, url, ways, session, hasWallet } =
    (value ?? {}) as Record<string, unknown>
  const walletField = hasWallet === true ? ({ hasWallet } as const) : {}
  switch (step) {
    case 'code':
      return (purpose === 'email' || purpose === 'device') &&
        typeof email === 'string' &&
        isTimestamp(expiresAt) &&
        isTimestamp(resendAt)
        ? { step, purpose, email: cleanLabel(email), expiresAt, resendAt, ...walletField }
        : undefined
    case 'window': {
      const state = windowStates.find((one) => one === window)
      return state && { step, window: state, ...walletField }
    }
    case 'farcaster':
      return isSafeLink(uri) && isTimestamp(expiresAt)
        ? { step, uri, expiresAt, ...walletField }
        : undefined
    case 'recover': {
      if (!isVaultUrl(url, origin) || !Array.isArray(ways) || ways.length > recoveryKinds.length)
        return undefined
      const knownRecoveryKinds = recoveryKinds.filter((one) => ways.includes(one))
      return { step, url, ways: knownRecoveryKinds }
    }
    case 'connected': {
      const signedInSession = readSession(session)
      return signedInSession && { step, session: signedInSession }
    }
  }
  return undefined
}

/** Reads the request that waits for approval from the frame; undefined when it is invalid. */
export function readApproval(value: unknown, origin: string): VaultApproval | undefined {
  const { id, place, url, method, chain, shows } = (value ?? {}) as Record<string, unknown>
  if (
    typeof id !== 'string' ||
    !/^[\w-]{1,64}$/.test(id) ||
    (place !== 'window' && place !== 'frame')
  )
    return undefined
  if (
    typeof method !== 'string' ||
    !/^\w{1,64}$/.test(method) ||
    !isChainId(chain) ||
    !isVaultUrl(url, origin)
  )
    return undefined
  return {
    id,
    place,
    url,
    method,
    chain,
    ...((shows === 'number' || shows === 'payment') && { shows }),
  }
}

const isTimestamp = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 1e14

/** Whether an address is on the vault's origin; the page opens no other address for the vault. */
function isVaultUrl(url: unknown, origin: string): url is string {
  return (
    typeof url === 'string' &&
    url.length <= maxUrlLength &&
    url.startsWith(`${origin}/`) &&
    parseUrl(url)?.origin === origin
  )
}

/** Whether a link is safe for a QR code and a tap: one that runs script in the page is refused. */
function isSafeLink(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > maxUrlLength) return false
  return ['https:', 'http:', 'farcaster:'].includes(parseUrl(uri)?.protocol ?? '')
}

import { isDataIcon, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'

/**
 * A wallet's object as Wallet Standard defines it; each member may be missing and each may throw.
 */
export interface StandardWallet {
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/** What a page knows of a registered wallet before its first request; texts are copies. */
export interface Registration {
  readonly name: string
  readonly icon?: string
  readonly canSignMessage: boolean
  readonly canSignIn: boolean
  readonly canSend: boolean
}

/**
 * Reads a registered wallet; null when it is malformed, throws, or supports another chain family
 * only. A wallet is accepted despite an invalid icon, which is left out.
 */
export function readRegistration(wallet: unknown): Registration | null {
  try {
    // Each member of the wallet is read by name, because rest syntax would leave out the getters of
    // its class.
    const { name: reportedName, icon, chains } = wallet as Readonly<Record<string, unknown>>
    const text =
      typeof reportedName === 'string'
        ? reportedName.slice(0, 256).replace(/\p{C}/gu, '').trim()
        : ''
    // The name is cut by whole characters, because half of a surrogate pair is not allowed in an
    // id.
    const name = Array.from(text).slice(0, 64).join('')
    const supportsSolana =
      Array.isArray(chains) &&
      chains.slice(0, 100).some((chain) => String(chain).startsWith('solana:'))
    if (!name || !supportsSolana || !hasFeature(wallet, 'standard:connect')) return null
    return {
      name,
      ...(isDataIcon(icon) && { icon }),
      canSignMessage: hasFeature(wallet, 'solana:signMessage'),
      canSignIn: hasFeature(wallet, 'solana:signIn'),
      canSend:
        hasFeature(wallet, 'solana:signAndSendTransaction') ||
        hasFeature(wallet, 'solana:signTransaction'),
    }
  } catch {
    return null
  }
}

/** Whether a wallet has a feature, such as `solana:signMessage`, with its method. */
export function hasFeature(wallet: unknown, feature: string): wallet is StandardWallet {
  const entry = (wallet as StandardWallet).features[feature]
  return typeof entry?.[methodOfFeature(feature)] === 'function'
}

/**
 * Calls a feature's method with one input, several, or none; ends when `signal` aborts. Throws
 * `feature-unsupported` and what the wallet throws.
 */
export function askFeature(
  wallet: StandardWallet,
  feature: string,
  input: object | readonly object[] = [],
  signal?: AbortSignal,
): Promise<unknown> {
  return race(() => {
    const entry = wallet.features[feature] as
      | Readonly<Record<string, (...inputs: readonly object[]) => unknown>>
      | undefined
    const method = methodOfFeature(feature)
    if (typeof entry?.[method] !== 'function')
      throw new LatchkeyError('feature-unsupported', { reason: feature })
    return entry[method](...[input].flat())
  }, signal)
}

/**
 * Listens to `standard:events`. When the wallet has no way to remove a listener, the listener is
 * disabled instead.
 */
export function listenToChanges(
  wallet: StandardWallet,
  listener: (change: unknown) => void,
): () => void {
  const listenerState = {
    listener: listener as ((change: unknown) => void) | undefined,
    off: undefined as unknown,
  }
  try {
    const events = wallet.features['standard:events'] as
      | { on?: (event: string, listener: (change: unknown) => void) => unknown }
      | undefined
    listenerState.off = events?.on?.('change', (change) => listenerState.listener?.(change))
  } catch {
    // The error is ignored, because a wallet that sends no events still answers requests.
  }
  return () => {
    listenerState.listener = undefined
    try {
      if (typeof listenerState.off === 'function') listenerState.off()
    } catch {
      // The error is ignored, because the listener is already disabled above.
    }
    listenerState.off = undefined
  }
}

function methodOfFeature(feature: string): string {
  return feature.slice(feature.indexOf(':') + 1)
}

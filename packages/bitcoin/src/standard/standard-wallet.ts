import { hasCode, isDataIcon, LatchkeyError } from '@latchkey/protocol'

/**
 * A wallet's object as Wallet Standard defines it; each member may be missing and each may throw.
 */
export interface StandardWallet {
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/** A registered wallet, told from an entry of a WBIP registry. */
export interface StandardEntry {
  readonly standard: StandardWallet
}

/** What a page may know of a registered wallet before it asks it anything; texts are copies. */
export interface Registration {
  readonly name: string
  readonly icon?: string
  readonly canSignMessage: boolean
  readonly canSign: boolean
  readonly canSwitch: boolean
  /** The wallet's object for WBIP requests, where it tells one. */
  readonly provider?: unknown
}

/**
 * Reads a registered wallet; null for what is malformed, throws, or serves another chain family.
 * The icon alone may be bad.
 */
export function readRegistration(wallet: unknown): Registration | null {
  const told = peekAt(wallet, 'name')
  const text = typeof told === 'string' ? told.slice(0, 256).replace(/\p{C}/gu, '').trim() : ''
  // By characters: half of a pair could not stand in an id.
  const name = Array.from(text).slice(0, 64).join('')
  if (!name || !hasFeature(wallet, 'bitcoin:connect')) return null
  const icon = peekAt(wallet, 'icon')
  return {
    name,
    ...(isDataIcon(icon) && { icon }),
    canSignMessage: hasFeature(wallet, 'bitcoin:signMessage'),
    canSign: hasFeature(wallet, 'bitcoin:signTransaction'),
    canSwitch: hasFeature(wallet, 'bitcoin:switchNetwork'),
    provider: peekAt(peekAt(peekAt(wallet, 'features'), 'sats-connect:'), 'provider'),
  }
}

/**
 * Whether a wallet offers `bitcoin:signMessage` and its like, with the method that goes with it.
 */
export function hasFeature(wallet: unknown, feature: string): wallet is StandardWallet {
  return (
    typeof peekAt(peekAt(peekAt(wallet, 'features'), feature), methodOf(feature)) === 'function'
  )
}

/** Calls a feature's method. Throws `wallet-method-unsupported` and what the wallet throws. */
export async function askFeature(
  wallet: StandardWallet,
  feature: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  const entry = peekAt(peekAt(wallet, 'features'), feature)
  const method = peekAt(entry, methodOf(feature))
  if (typeof method !== 'function')
    throw new LatchkeyError('wallet-method-unsupported', { reason: feature })
  try {
    return await Reflect.apply(method, entry, input)
  } catch (thrown) {
    throw isLikeOurs(thrown) ? new Error('the wallet threw what only this page throws') : thrown
  }
}

/**
 * Listens to the wallet's changes; a stop that the wallet lacks or breaks leaves a listener that
 * does nothing any more.
 */
export function listenTo(wallet: StandardWallet, listener: (change: unknown) => void): () => void {
  const live = {
    listener: listener as ((change: unknown) => void) | undefined,
    off: undefined as unknown,
  }
  const features = peekAt(wallet, 'features')
  const events = [peekAt(features, 'bitcoin:events'), peekAt(features, 'standard:events')]
  const entry = events.find((one) => typeof peekAt(one, 'on') === 'function')
  try {
    const on = peekAt(entry, 'on') as ((...all: unknown[]) => unknown) | undefined
    if (on)
      live.off = Reflect.apply(on, entry, ['change', (change: unknown) => live.listener?.(change)])
  } catch {
    // A wallet that cannot be listened to still answers requests.
  }
  return () => {
    live.listener = undefined
    try {
      if (typeof live.off === 'function') live.off()
    } catch {
      // It hears nothing any more all the same.
    }
    live.off = undefined
  }
}

/** One property of a wallet's object; undefined where there is none or its getter throws. */
export function peekAt(value: unknown, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

function isLikeOurs(thrown: unknown): boolean {
  try {
    return hasCode(thrown)
  } catch {
    return true
  }
}

function methodOf(feature: string): string {
  return feature.slice(feature.indexOf(':') + 1)
}

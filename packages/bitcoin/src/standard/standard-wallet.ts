import { hasCode, isDataIcon, LatchkeyError } from '@latchkey/protocol'

/**
 * A wallet's object as Wallet Standard defines it; each member may be missing and each may throw.
 */
export interface StandardWallet {
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/**
 * A wallet that registered itself by Wallet Standard, as opposed to an entry of a WBIP registry.
 */
export interface StandardEntry {
  readonly standard: StandardWallet
}

/** What a page has read of a registered wallet before its first request to the wallet. */
export interface Registration {
  readonly name: string
  readonly icon?: string
  readonly canSignMessage: boolean
  readonly canSign: boolean
  readonly canSwitch: boolean
  /** The wallet's object for WBIP requests, when it names one. */
  readonly provider?: unknown
}

/**
 * Reads a registered wallet; null when it is malformed, throws, or supports another chain family
 * only. An invalid icon alone is left out, and the wallet is still read.
 */
export function readRegistration(wallet: unknown): Registration | null {
  const reportedName = readUntrusted(wallet, 'name')
  const reportedNameText =
    typeof reportedName === 'string' ? reportedName.slice(0, 256).replace(/\p{C}/gu, '').trim() : ''
  // The name is cut by whole characters, because half of a surrogate pair is not allowed in an id.
  const name = Array.from(reportedNameText).slice(0, 64).join('')
  if (!name || !hasFeature(wallet, 'bitcoin:connect')) return null
  const icon = readUntrusted(wallet, 'icon')
  return {
    name,
    ...(isDataIcon(icon) && { icon }),
    canSignMessage: hasFeature(wallet, 'bitcoin:signMessage'),
    canSign: hasFeature(wallet, 'bitcoin:signTransaction'),
    canSwitch: hasFeature(wallet, 'bitcoin:switchNetwork'),
    provider: readUntrusted(
      readUntrusted(readUntrusted(wallet, 'features'), 'sats-connect:'),
      'provider',
    ),
  }
}

/** Whether a wallet has a feature, such as `bitcoin:signMessage`, with its method. */
export function hasFeature(wallet: unknown, feature: string): wallet is StandardWallet {
  return (
    typeof readUntrusted(
      readUntrusted(readUntrusted(wallet, 'features'), feature),
      methodOfFeature(feature),
    ) === 'function'
  )
}

/** Calls a feature's method. Throws `wallet-method-unsupported` and what the wallet throws. */
export async function askFeature(
  wallet: StandardWallet,
  feature: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  const entry = readUntrusted(readUntrusted(wallet, 'features'), feature)
  const method = readUntrusted(entry, methodOfFeature(feature))
  if (typeof method !== 'function')
    throw new LatchkeyError('wallet-method-unsupported', { reason: feature })
  try {
    return await Reflect.apply(method, entry, input)
  } catch (error) {
    throw isKitError(error) ? new Error('the wallet threw what only this page throws') : error
  }
}

/**
 * Listens to the wallet's changes. When the wallet has no way to remove a listener, the listener is
 * disabled instead.
 */
export function listenTo(wallet: StandardWallet, listener: (change: unknown) => void): () => void {
  const listenerState = {
    listener: listener as ((change: unknown) => void) | undefined,
    off: undefined as unknown,
  }
  const features = readUntrusted(wallet, 'features')
  const events = [
    readUntrusted(features, 'bitcoin:events'),
    readUntrusted(features, 'standard:events'),
  ]
  const entry = events.find((one) => typeof readUntrusted(one, 'on') === 'function')
  try {
    const subscribe = readUntrusted(entry, 'on') as ((...args: unknown[]) => unknown) | undefined
    if (subscribe)
      listenerState.off = Reflect.apply(subscribe, entry, [
        'change',
        (change: unknown) => listenerState.listener?.(change),
      ])
  } catch {
    // A wallet without events still answers requests.
  }
  return () => {
    listenerState.listener = undefined
    try {
      if (typeof listenerState.off === 'function') listenerState.off()
    } catch {
      // The wallet's error does not matter, because the listener is already disabled.
    }
    listenerState.off = undefined
  }
}

/** One property of a wallet's object; undefined when it is missing or its getter throws. */
export function readUntrusted(value: unknown, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

function isKitError(error: unknown): boolean {
  try {
    return hasCode(error)
  } catch {
    return true
  }
}

function methodOfFeature(feature: string): string {
  return feature.slice(feature.indexOf(':') + 1)
}

import type { Kit } from '../machine/kit.ts'

const key = 'analytics-consent'

interface ConsentState {
  isGiven: boolean
  readonly listeners: Set<() => void>
}

function keptOf(kit: Kit): ConsentState {
  const kept = (kit.memory.get(key) as ConsentState | undefined) ?? {
    isGiven: kit.options.analytics?.consent !== false,
    listeners: new Set(),
  }
  kit.memory.set(key, kept)
  return kept
}

/**
 * The visitor agrees to being counted, or no longer does: what waits to be sent is thrown away at
 * once. Of this page only, nothing is stored: the owner keeps the answer and passes it as
 * `analytics.consent` next time.
 */
export function setAnalyticsConsent(kit: Kit, isGiven: boolean): void {
  const kept = keptOf(kit)
  kept.isGiven = isGiven
  for (const listener of [...kept.listeners]) {
    listener()
  }
}

/** Whether more than the initialise event may be sent, as far as owner, visitor and browser say. */
export function mayCount(kit: Kit): boolean {
  if (kit.options.features?.analytics !== true || !keptOf(kit).isGiven) return false
  const asks = navigator as {
    readonly doNotTrack?: string | null
    readonly globalPrivacyControl?: boolean
  }
  return asks.doNotTrack !== '1' && asks.globalPrivacyControl !== true
}

export function watchConsent(kit: Kit, listener: () => void): () => void {
  const { listeners } = keptOf(kit)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

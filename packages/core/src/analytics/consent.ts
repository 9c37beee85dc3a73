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
 * Records whether the visitor consents to analytics; without consent, unsent events are deleted at
 * once. The answer holds for this page only and is not stored: the owner keeps it and passes it as
 * `analytics.consent` next time.
 */
export function setAnalyticsConsent(kit: Kit, isGiven: boolean): void {
  const kept = keptOf(kit)
  kept.isGiven = isGiven
  for (const listener of [...kept.listeners]) {
    listener()
  }
}

/** Whether owner, visitor and browser allow more events than the initialise event. */
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

import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'

interface ConsentState {
  isGiven: boolean
  readonly listeners: Set<() => void>
}

const consentStateOf: (kit: Kit) => ConsentState = perKit(({ options }) => ({
  isGiven: options.analytics?.consent !== false,
  listeners: new Set(),
}))

/**
 * Records whether the visitor consents to analytics; without consent, unsent events are deleted at
 * once. The consent holds for this page only and is not stored: the site owner must store it, and
 * pass it as `analytics.consent` when the next page is loaded.
 */
export function setAnalyticsConsent(kit: Kit, isGiven: boolean): void {
  const consentState = consentStateOf(kit)
  consentState.isGiven = isGiven
  for (const listener of [...consentState.listeners]) {
    listener()
  }
}

/**
 * Whether site owner, visitor and browser all allow analytics events other than `INITIALIZE`, which
 * is always sent.
 */
export function mayTrackEvents(kit: Kit): boolean {
  if (kit.getState().features.analytics !== true || !consentStateOf(kit).isGiven) return false
  const privacySignals = navigator as {
    readonly doNotTrack?: string | null
    readonly globalPrivacyControl?: boolean
  }
  return privacySignals.doNotTrack !== '1' && privacySignals.globalPrivacyControl !== true
}

export function watchConsent(kit: Kit, listener: () => void): () => void {
  const { listeners } = consentStateOf(kit)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

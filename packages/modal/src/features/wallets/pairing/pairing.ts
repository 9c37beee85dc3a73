import { getConnection, type Kit, type Prompt, prepareConnect, type Stop } from '@latchkey/core'
import { pairingMarginMs } from '@latchkey/protocol'
import { transportOf } from '../../connect/transport-of.ts'

export type PairingLink = Extract<Prompt, { readonly kind: 'uri' }>

/** Provides a pairing link: one made before a wallet is chosen, or the pending attempt's link. */
export interface Pairing {
  /** Returns a link that is still valid; the link of a pending connection attempt has priority. */
  getLink(): PairingLink | undefined
  /** Keeps a valid link ready until the returned function is called. */
  hold(): Stop
  stop(): void
}

// Milliseconds until an unreachable relay is tried again, because the visitor may be offline for a
// while.
const retryDelayMs = 5000

/**
 * Makes links before the visitor clicks, and renews them before they expire, as long as a caller
 * holds them.
 */
export function createPairing(kit: Kit, onChange: () => void): Pairing {
  let currentLink: PairingLink | undefined
  let pendingController: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let holderCount = 0

  const isUnexpired = (link: PairingLink | undefined): link is PairingLink =>
    link !== undefined && link.expiresAt - Date.now() > pairingMarginMs
  const setLink = (link: PairingLink | undefined): void => {
    if (currentLink?.uri === link?.uri && currentLink?.expiresAt === link?.expiresAt) return
    currentLink = link
    onChange()
  }
  const refreshLink = async (): Promise<void> => {
    clearTimeout(timer)
    const transport = transportOf(kit.getState())
    // No link is renewed here while a connection attempt is pending, because the attempt renews its
    // own link.
    if (
      !transport ||
      pendingController ||
      getConnection(kit, { connector: transport.id }).status === 'connecting'
    )
      return
    if (!isUnexpired(currentLink)) setLink(undefined)
    const ownController = new AbortController()
    pendingController = ownController
    const prompt = await prepareConnect(kit, {
      connector: transport.id,
      signal: ownController.signal,
      signIn: kit.options.signIn && 'one-prompt',
    }).catch(() => null)
    if (pendingController === ownController) pendingController = undefined
    if (ownController.signal.aborted) return
    const link = prompt?.kind === 'uri' && isUnexpired(prompt) ? prompt : undefined
    setLink(link)
    if (holderCount === 0) return
    const refreshDelayMs = link ? link.expiresAt - Date.now() - pairingMarginMs : retryDelayMs
    timer = setTimeout(refreshLink, Math.max(refreshDelayMs, 1000))
  }
  // A sleeping page renews its link late, so an expired link is renewed when the page wakes up.
  const refreshIfExpired = (): void => {
    if (holderCount > 0 && document.visibilityState === 'visible' && !isUnexpired(currentLink))
      void refreshLink()
  }
  document.addEventListener('visibilitychange', refreshIfExpired)
  const cleanups = [
    () => document.removeEventListener('visibilitychange', refreshIfExpired),
    kit.watch((event) => {
      const transport = transportOf(kit.getState())
      if (!transport || !('connector' in event) || event.connector !== transport.id) return
      if (event.type === 'connect-started') {
        pendingController?.abort()
        pendingController = undefined
      } else if (event.type.startsWith('connect-')) {
        // The connection attempt has used up the link, so a new link is made for the next wallet.
        currentLink = undefined
        if (holderCount > 0) void refreshLink()
      }
    }),
  ]

  return {
    getLink: () => {
      const transport = transportOf(kit.getState())
      const connection = transport && getConnection(kit, { connector: transport.id })
      const prompt = connection?.status === 'connecting' ? connection.prompt : undefined
      if (prompt?.kind === 'uri') return prompt
      return isUnexpired(currentLink) ? currentLink : undefined
    },
    hold: () => {
      holderCount++
      if (holderCount === 1) void refreshLink()
      let isStillHeld = true
      return () => {
        if (!isStillHeld) return
        isStillHeld = false
        holderCount--
        if (holderCount === 0) clearTimeout(timer)
      }
    },
    stop: () => {
      holderCount = 0
      clearTimeout(timer)
      pendingController?.abort()
      for (const stop of cleanups) {
        stop()
      }
    },
  }
}

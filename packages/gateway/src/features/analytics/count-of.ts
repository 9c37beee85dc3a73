import type { ReadEvent } from './read-event.ts'

/** What events are counted by; '' where it does not apply. */
export interface CountKey {
  /** As sent, but for a session that was only taken up again: `RECONNECT_SUCCESS`. */
  readonly event: string
  readonly wallet: string
  readonly namespace: string
  readonly platform: string
  readonly device: string
  readonly code: string
}

const platforms = ['mobile', 'desktop', 'browser', 'web', 'qrcode', 'email', 'unsupported']
const devices = ['phone', 'tablet', 'desktop']
const named = new Set([
  'SELECT_WALLET',
  'WALLET_ASKED',
  'CONNECT_SUCCESS',
  'CONNECT_ERROR',
  'USER_REJECTED',
  'GET_WALLET',
  'DISCONNECT_SUCCESS',
])

/**
 * The row of `event_counts` an event belongs to. A page can make few different ones: only wallets
 * have free names, cut short.
 */
export function countOf({ event, type, properties }: ReadEvent): CountKey {
  const { name, namespace, network, caipNetworkId, platform, method, device, code } = properties
  const family = textOf(namespace) || (textOf(network) || textOf(caipNetworkId)).split(':')[0] || ''
  const way = textOf(platform) || textOf(method)
  const fault = type === 'error' ? textOf(code) || textOf(properties.errorType) : textOf(code)
  return {
    event: isReconnect({ event, properties }) ? 'RECONNECT_SUCCESS' : event,
    wallet: named.has(event) ? textOf(name).slice(0, 64) : '',
    namespace: /^(?:[-a-z\d]{3,8}|all)$/.test(family) ? family : '',
    platform: platforms.includes(way) ? way : '',
    device: devices.includes(textOf(device)) ? textOf(device) : '',
    code: /^[\w-]{1,48}$/.test(fault) ? fault : '',
  }
}

/**
 * How far a visit has come with this event: 1 opened, 2 chose a wallet, 3 asked, 4 connected, 5
 * signed in; 0 says nothing.
 */
export function stepOf({ event, properties }: Pick<ReadEvent, 'event' | 'properties'>): number {
  // Whoever is connected already is not on the way.
  if (event === 'MODAL_OPEN') return properties.connected === true ? 0 : 1
  if (event === 'CONNECT_SUCCESS') return isReconnect({ event, properties }) ? 0 : 4
  return steps[event] ?? 0
}

const steps: Readonly<Record<string, number>> = {
  SELECT_WALLET: 2,
  WALLET_ASKED: 3,
  CONNECT_ERROR: 3,
  USER_REJECTED: 3,
  SIWX_AUTH_SUCCESS: 5,
}

/** A page that was loaded again: nobody has connected anew. */
function isReconnect({ event, properties }: Pick<ReadEvent, 'event' | 'properties'>): boolean {
  return event === 'CONNECT_SUCCESS' && properties.reconnect === true
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

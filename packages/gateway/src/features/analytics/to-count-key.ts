import type { ReadEvent } from './read-event.ts'

/** The columns by which events are counted; a column that does not apply is ''. */
export interface CountKey {
  /** Event name as the page sent it, except `RECONNECT_SUCCESS` for a restored session. */
  readonly event: string
  readonly wallet: string
  readonly namespace: string
  readonly platform: string
  readonly device: string
  readonly code: string
}

const platforms = ['mobile', 'desktop', 'browser', 'web', 'qrcode', 'email', 'unsupported']
const devices = ['phone', 'tablet', 'desktop']
const walletEvents = new Set([
  'SELECT_WALLET',
  'WALLET_ASKED',
  'CONNECT_SUCCESS',
  'CONNECT_ERROR',
  'USER_REJECTED',
  'GET_WALLET',
  'DISCONNECT_SUCCESS',
])

/**
 * Returns the row of `event_counts` that counts an event. A page can create only few different
 * rows: of the columns only the wallet name is free text, and it is cut short.
 */
export function toCountKey({ event, type, properties }: ReadEvent): CountKey {
  const { name, namespace, network, caipNetworkId, platform, method, device, code } = properties
  const family =
    readText(namespace) || (readText(network) || readText(caipNetworkId)).split(':')[0] || ''
  const platformName = readText(platform) || readText(method)
  const errorCode =
    type === 'error' ? readText(code) || readText(properties.errorType) : readText(code)
  return {
    event: isReconnect({ event, properties }) ? 'RECONNECT_SUCCESS' : event,
    wallet: walletEvents.has(event) ? readText(name).slice(0, 64) : '',
    namespace: /^(?:[-a-z\d]{3,8}|all)$/.test(family) ? family : '',
    platform: platforms.includes(platformName) ? platformName : '',
    device: devices.includes(readText(device)) ? readText(device) : '',
    code: /^[\w-]{1,48}$/.test(errorCode) ? errorCode : '',
  }
}

/**
 * Returns the step that a visit reaches with this event: 1 opened the modal, 2 chose a wallet, 3
 * the wallet was asked, 4 connected, 5 signed in; 0 when the event is no step.
 */
export function readFunnelStep({
  event,
  properties,
}: Pick<ReadEvent, 'event' | 'properties'>): number {
  // A visitor who is connected already cannot connect again, so opening the modal is no step of
  // that visit.
  if (event === 'MODAL_OPEN') return properties.connected === true ? 0 : 1
  if (event === 'CONNECT_SUCCESS') return isReconnect({ event, properties }) ? 0 : 4
  return funnelSteps[event] ?? 0
}

const funnelSteps: Readonly<Record<string, number>> = {
  SELECT_WALLET: 2,
  WALLET_ASKED: 3,
  CONNECT_ERROR: 3,
  USER_REJECTED: 3,
  SIWX_AUTH_SUCCESS: 5,
}

/**
 * Whether an event reports that a reloaded page restored its session, which is not a new
 * connection.
 */
function isReconnect({ event, properties }: Pick<ReadEvent, 'event' | 'properties'>): boolean {
  return event === 'CONNECT_SUCCESS' && properties.reconnect === true
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

import { chainOf } from '@latchkey/protocol'
import type { Session } from '../contract/session.ts'
import type { Stop } from '../contract/stop.ts'
import type { KitEvent } from '../machine/event.ts'
import { getAccount, sessionOf } from '../machine/get-account.ts'
import { heldNamespaces } from '../machine/held.ts'
import type { Kit } from '../machine/kit.ts'
import { watchNotes } from '../machine/note.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State } from '../machine/state.ts'
import { reportNote } from './note-events.ts'
import type { Properties, Recorder } from './source.ts'
import { failurePropertiesOf } from './standing.ts'
import { transactionEvents } from './transaction-events.ts'
import { uncaughtErrors } from './uncaught-errors.ts'

interface Options {
  readonly since?:
    | { readonly state: State; readonly news: readonly (readonly [KitEvent, State, State])[] }
    | undefined
  readonly describeConnect?: (() => Properties) | undefined
}

/**
 * A source of analytics events: it converts the kit's events, its notes (events that do not change
 * the state) and its uncaught errors.
 */
export function kitEvents(
  kit: Kit,
  recorder: Recorder,
  { since, describeConnect = () => ({}) }: Options,
): Stop {
  const recordEvents = (event: KitEvent, state: State, previous: State): void => {
    connectionEvents(kit, recorder, describeConnect, event, state, previous)
    transactionEvents(kit, recorder, event, state)
  }
  // Connections that already exist when analytics starts count as restored after a page reload.
  const { connections } = since?.state ?? kit.getState()
  for (const connector of Object.keys(connections)) {
    if (readOwnField(connections, connector)?.status === 'connected')
      recorder.track('CONNECT_SUCCESS', { ...connectionMethodOf(kit, connector), reconnect: true })
  }
  for (const update of since?.news ?? []) {
    recordEvents(...update)
  }
  const cleanups = [
    kit.watch(recordEvents),
    watchNotes(kit, (kitNote) => reportNote(kit, recorder, kitNote)),
    uncaughtErrors(recorder),
  ]
  return () => {
    for (const stop of cleanups) {
      stop()
    }
  }
}

/** Error codes whose cause is neither the visitor nor the wallet. */
const internalErrorCodes: readonly string[] = ['unknown', 'wallet-answer-invalid']
/**
 * Error codes which mean that the site of the vault, which holds the keys of embedded wallets,
 * cannot be loaded in this page.
 */
const vaultErrorCodes: readonly string[] = [
  'vault-unreachable',
  'vault-refused',
  'vault-storage-missing',
]

function connectionEvents(
  kit: Kit,
  { track, fail }: Recorder,
  describeConnection: () => Properties,
  event: KitEvent,
  state: State,
  previous: State,
): void {
  switch (event.type) {
    case 'connect-started':
      track('WALLET_ASKED', connectionMethodOf(kit, event.connector))
      return
    case 'connect-granted':
      track('CONNECT_SUCCESS', {
        ...connectionMethodOf(kit, event.connector),
        ...describeConnection(),
        reconnect: false,
      })
      return
    case 'resume-granted':
      track('CONNECT_SUCCESS', { ...connectionMethodOf(kit, event.connector), reconnect: true })
      return
    case 'connect-failed': {
      const isRejected =
        event.error.code === 'connection-rejected' || event.error.code === 'user-rejected'
      track(isRejected ? 'USER_REJECTED' : 'CONNECT_ERROR', {
        ...connectionMethodOf(kit, event.connector),
        ...failurePropertiesOf(event.error),
      })
      if (internalErrorCodes.includes(event.error.code)) fail('INTERNAL_SDK_ERROR', event.error)
      if (vaultErrorCodes.includes(event.error.code)) fail('SECURE_SITE_ERROR', event.error)
      return
    }
    case 'resume-failed':
      if (vaultErrorCodes.includes(event.error.code)) fail('SECURE_SITE_ERROR', event.error)
      return
    case 'disconnected': {
      if (heldNamespaces(readOwnField(previous.connections, event.connector)).length === 0) return
      const { name } = connectionMethodOf(kit, event.connector)
      track('DISCONNECT_SUCCESS', { name, namespace: event.namespace ?? 'all' })
      return
    }
    case 'session-changed': {
      const previousSession = sessionOf(
        readOwnField(previous.connections, event.connector),
        event.session.namespace,
      )
      const network = chainOf(event.session.selected)
      if (!previousSession) return
      if (chainOf(previousSession.selected) !== network) track('SWITCH_NETWORK', { network })
      const accountType = accountTypeOf(event.session)
      if (event.reason === 'selected' && accountType !== accountTypeOf(previousSession))
        track('SET_PREFERRED_ACCOUNT_TYPE', { accountType, network })
      return
    }
    case 'chain-selected': {
      const namespace = event.chain.slice(0, event.chain.indexOf(':'))
      // The choice of a chain is counted only while no wallet is connected. A connected wallet
      // decides its own chain, so its change event is counted instead.
      if (
        getAccount(kit, { namespace }).account ||
        readOwnField(previous.chains, namespace) === readOwnField(state.chains, namespace)
      )
        return
      track('SWITCH_NETWORK', { network: event.chain })
      return
    }
  }
}

/** Analytics properties of a connection: how the wallet is reached, and the wallet's name. */
function connectionMethodOf(
  kit: Kit,
  id: string,
): {
  readonly name: string
  readonly method: string
  readonly platform: string
  readonly namespace: string
} {
  const { connectors, connections } = kit.getState()
  const connector = readOwnField(connectors, id)
  const connection = readOwnField(connections, id)
  const [namespace = ''] = connector?.namespaces ?? []
  // In a login by email or social account, the session's name is the visitor's email address or
  // name at the provider. That name never leaves the page: the connector's own name is sent
  // instead.
  if (connector?.auth)
    return { name: connector.wallet.name, method: 'email', platform: 'email', namespace }
  const peer = connection?.status === 'connected' ? connection.sessions[0]?.peer : undefined
  let connectionMethod = 'browser'
  // A connector with `prepare` reaches a wallet on another device or in another app. On a touch
  // device its link opens the app there; otherwise the visitor scans a QR code.
  if (connector?.prepare)
    connectionMethod = matchMedia('(hover: none) and (pointer: coarse)').matches
      ? 'mobile'
      : 'qrcode'
  return {
    name: peer?.name ?? connector?.wallet.name ?? '',
    method: connectionMethod,
    platform: connectionMethod,
    namespace,
  }
}

function accountTypeOf({ accounts, selected }: Session): string | undefined {
  return accounts.find(({ account }) => account === selected)?.type
}

import {
  type AnalyticsAnswer,
  type AnalyticsEvent,
  type OwnEvent,
  rpcTimeoutMs,
  type TrackedEvent,
} from '@latchkey/protocol'
import type { Stop } from '../contract/stop.ts'
import { gatewayUrls } from '../http/urls.ts'
import type { KitEvent } from '../machine/event.ts'
import { getAccount } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import type { State } from '../machine/state.ts'
import { mayTrackEvents, watchConsent } from './consent.ts'
import { kitEvents } from './kit-events.ts'
import { detectDevice, newUuid } from './page-facts.ts'
import { createSender } from './sender.ts'
import type { AnalyticsSource, Properties, Recorder } from './source.ts'

export interface AnalyticsOptions {
  /** Further sources of analytics events, such as the dialog. */
  readonly sources?: readonly AnalyticsSource[]
  /**
   * Returns further properties of a connect event: the wallet's rank in the list, and the dialog's
   * view.
   */
  readonly describeConnect?: () => Properties
  /**
   * What happened between the visitor's first action and the start of analytics, when the action
   * came first.
   */
  readonly since?: {
    readonly state: State
    readonly news: readonly (readonly [KitEvent, State, State])[]
  }
  /**
   * Called when the gateway refuses this page (403), so that the owner can be warned. Not called
   * again before the gateway has accepted the page.
   */
  readonly onRefused?: () => void
}

interface AnalyticsRun extends Recorder {
  users: number
  stop: Stop
}

const runOfKit: (kit: Kit) => { run?: AnalyticsRun | undefined } = perKit(() => ({}))

/**
 * Sends events to the owner's gateway, from the visitor's first action on. The initialise event is
 * always sent; all others only when `features.analytics` is on, the gateway agrees, and neither
 * visitor nor browser objects. Without a gateway nothing is sent. A second start on the same kit
 * adds its sources to the first.
 */
export function startAnalytics(kit: Kit, options: AnalyticsOptions = {}): Stop {
  if (!kit.options.gateway || typeof document === 'undefined') return () => {}
  const kitRun = runOfKit(kit)
  kitRun.run ??= beginRun(kit, options)
  const currentRun = kitRun.run
  currentRun.users++
  const cleanups = (options.sources ?? []).map((source) => source(currentRun))
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    for (const stop of cleanups) {
      stop()
    }
    currentRun.users--
    if (currentRun.users > 0) return
    currentRun.stop()
    if (kitRun.run === currentRun) kitRun.run = undefined
  }
}

function beginRun(kit: Kit, { since, describeConnect, onRefused }: AnalyticsOptions): AnalyticsRun {
  const visitId = newUuid()
  const controller = new AbortController()
  const sender = createSender({
    batchUrls: gatewayUrls(kit, 'batch'),
    errorUrls: gatewayUrls(kit, 'e'),
    onRefused: onRefused ?? (() => {}),
  })
  // Until the gateway has answered that it accepts analytics, only the initialise event is sent. A
  // gateway that does not answer counts as not accepting it.
  let hasConsent: boolean | undefined
  const applyDecision = (answer: boolean): void => {
    hasConsent = answer
    sender.setOnHold(false)
    if (!answer) sender.dropEvents()
  }
  const writeEvent = (eventProps: AnalyticsEvent['props'], timestamp: number | string): string => {
    const { origin, pathname, host } = location
    const event: AnalyticsEvent = {
      eventId: newUuid(),
      url: origin + pathname,
      domain: host,
      timestamp,
      props: eventProps,
    }
    return JSON.stringify(event)
  }
  const describePage = (): Properties => {
    const { chain } = getAccount(kit)
    return { ...(chain.endsWith(':') ? {} : { caipNetworkId: chain }), device: detectDevice() }
  }
  const pushInitialise = (): void => {
    const properties = { ...describePage(), ...kitSummaryOf(kit) }
    sender.queueEvent(
      writeEvent({ type: 'track', event: 'INITIALIZE', properties }, Date.now()),
      true,
    )
  }
  const recorder: Recorder = {
    track: (event: TrackedEvent | OwnEvent, properties = {}) => {
      if (!mayTrackEvents(kit) || hasConsent === false) return
      const { address } = getAccount(kit)
      const eventProps = {
        type: 'track',
        event,
        visit: visitId,
        ...(address && { address }),
      } as const
      sender.queueEvent(
        writeEvent({ ...eventProps, properties: { ...describePage(), ...properties } }, Date.now()),
        false,
      )
    },
    fail: (event, { code, detail = code }, { stack, isUncaught } = {}) => {
      if (!mayTrackEvents(kit) || hasConsent !== true) return
      const eventProps = {
        type: 'error',
        event,
        visit: visitId,
        errorType: code,
        errorMessage: detail.slice(0, 500),
        ...(stack && { stackTrace: stack.slice(0, 4_000) }),
        properties: { ...describePage(), ...(isUncaught && { uncaught: true }) },
      } as const
      sender.queueError(writeEvent(eventProps, new Date().toISOString()))
    },
  }
  const askConfig = (): void => {
    if (hasConsent !== undefined || !mayTrackEvents(kit)) return
    sender.setOnHold(true)
    const [url = ''] = gatewayUrls(kit, 'getAnalyticsConfig')
    // `fetchJson` is not imported here, because it would add a chunk that every page loads before
    // its first click.
    const timer = setTimeout(() => controller.abort(), rpcTimeoutMs)
    fetch(url, { signal: controller.signal, credentials: 'omit' })
      .then((response) => (response.ok ? response.json() : null))
      .then(
        (answer: AnalyticsAnswer | null) => applyDecision(answer?.isAnalyticsEnabled === true),
        () => applyDecision(false),
      )
      .finally(() => clearTimeout(timer))
  }
  pushInitialise()
  askConfig()
  const cleanups = [
    watchConsent(kit, () => {
      if (!mayTrackEvents(kit)) sender.dropEvents()
      askConfig()
    }),
    kitEvents(kit, recorder, { since, describeConnect }),
  ]
  return {
    ...recorder,
    users: 0,
    stop: () => {
      for (const stop of cleanups) {
        stop()
      }
      if (hasConsent !== true || !mayTrackEvents(kit)) sender.dropEvents()
      controller.abort()
      sender.stop()
    },
  }
}

/**
 * Describes the owner's options as plain data: which features are on, never an address or a key.
 */
function kitSummaryOf({ options, chains, adapters }: Kit): Properties {
  const {
    features,
    wallets = {},
    transports = [],
    enableReconnect,
    signIn,
    defaultNamespace,
  } = options
  const { featured, include, exclude, custom, order } = wallets
  return {
    adapters: Object.keys(adapters),
    networks: chains.map(({ id }) => id),
    transports: transports.map(({ id }) => id),
    features,
    wallets: { featured, include, exclude, custom: custom?.map(({ id }) => id), order },
    enableReconnect,
    hasSignIn: signIn !== undefined,
    defaultNamespace,
  }
}

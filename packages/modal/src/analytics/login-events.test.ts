import type { AuthEvent, Kit, KitEvent, Recorder } from '@latchkey/core'
import type { LoginStep } from '@latchkey/protocol/vault'
import { describe, expect, test } from 'vitest'
import type { Route } from '../contract/route.ts'
import { loginEvents, trackLoginRoutes } from './login-events.ts'

type Prompted = Exclude<LoginStep, { step: 'connected' }>

function scene(route: Route) {
  const watching = new Set<(event: KitEvent) => void>()
  const listeners = new Set<(event: AuthEvent) => void>()
  const auth = {
    watch: (listener: (event: AuthEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  // What is said is said by events alone: a kit's own machine needs no part in it.
  const kit = {
    getState: () => ({
      connectors: { embedded: { id: 'embedded', auth }, Foxglove: { id: 'Foxglove' } },
    }),
    watch: (listener: (event: KitEvent) => void) => {
      watching.add(listener)
      return () => void watching.delete(listener)
    },
  } as unknown as Kit
  const dispatch = (event: KitEvent): void => {
    for (const listener of watching) {
      listener(event)
    }
  }
  const told: (readonly [string, object])[] = []
  const recorder: Recorder = {
    track: (event, properties = {}) => void told.push([event, properties]),
    fail: () => {},
  }
  const held = { route }
  const stop = loginEvents(kit, recorder, () => held.route)
  dispatch({ type: 'connect-granted', connector: 'Foxglove', attempt: 0, sessions: [] })
  const start = (): void => dispatch({ type: 'connect-started', connector: 'embedded', attempt: 1 })
  start()
  return {
    told,
    held,
    recorder,
    listeners,
    stop,
    start,
    step: (step: Prompted): void =>
      dispatch({
        type: 'connect-prompted',
        connector: 'embedded',
        attempt: 1,
        prompt: { kind: 'login', step },
      }),
    grant: (): void =>
      dispatch({ type: 'connect-granted', connector: 'embedded', attempt: 1, sessions: [] }),
    fail: (code: 'popup-closed' | 'social-failed'): void =>
      dispatch({ type: 'connect-failed', connector: 'embedded', attempt: 1, error: { code } }),
    refuse: (): void => {
      for (const listener of listeners) {
        listener({ type: 'code-refused', code: 'code-wrong' })
      }
    },
    names: () => told.map(([name]) => name),
  }
}

const email: Route = { view: 'EmailVerifyOtp', connector: 'embedded', email: 'ada@shop.example' }
const social: Route = { view: 'ConnectingSocial', connector: 'embedded', social: 'github' }
const code = (purpose: 'email' | 'device', expiresAt: number): Prompted => ({
  step: 'code',
  purpose,
  email: 'ada@shop.example',
  expiresAt,
  resendAt: 0,
})
const window = (state: 'open' | 'away'): Prompted => ({ step: 'window', window: state })

describe('loginEvents', () => {
  test('default: a code sent, refused, sent again, passed; a device confirmed; no address anywhere', () => {
    const { told, names, step, refuse, grant } = scene(email)
    step(code('email', 1))
    step(code('email', 1))
    refuse()
    step(code('email', 2))
    step(code('device', 3))
    grant()
    expect(names()).toEqual([
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_FAIL',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'DEVICE_REGISTERED_FOR_EMAIL',
    ])
    expect(told[1]).toEqual(['EMAIL_VERIFICATION_CODE_FAIL', { message: 'code-wrong' }])
    expect(JSON.stringify(told)).not.toContain('ada@')
  })

  test('behavior: a provider asked once, and how it ended', () => {
    const { told, step, grant } = scene(social)
    for (const state of ['open', 'away', 'away'] as const) {
      step(window(state))
    }
    grant()
    expect(told).toEqual([
      ['SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: 'github' }],
      ['SOCIAL_LOGIN_SUCCESS', { provider: 'github' }],
    ])
  })

  test('behavior: what the visitor ended is cancelled, anything else an error with its code; the next begins anew', () => {
    const { told, step, fail, start } = scene(social)
    step(window('open'))
    fail('popup-closed')
    start()
    fail('social-failed')
    expect(told).toEqual([
      ['SOCIAL_LOGIN_CANCELED', { provider: 'github' }],
      ['SOCIAL_LOGIN_ERROR', { provider: 'github', message: 'social-failed' }],
    ])
  })

  test('behavior: an email that fails is no social login; nothing is told after the stop', () => {
    const { told, step, fail, stop, listeners } = scene(email)
    fail('popup-closed')
    expect(told).toEqual([])
    stop()
    step(code('email', 1))
    expect(told).toEqual([])
    expect(listeners.size).toBe(0)
  })
})

describe('loginRouteEvents', () => {
  test('default: an address given on Connect is chosen and submitted, on its own view submitted', () => {
    const { recorder, names } = scene(email)
    trackLoginRoutes(recorder, { view: 'Connect' }, email)
    trackLoginRoutes(recorder, { view: 'EmailLogin' }, email)
    expect(names()).toEqual(['EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED', 'EMAIL_SUBMITTED'])
  })

  test('behavior: each provider by its name', () => {
    const { recorder, told } = scene(email)
    trackLoginRoutes(recorder, { view: 'Connect' }, social)
    trackLoginRoutes(
      recorder,
      { view: 'ConnectSocials' },
      { view: 'ConnectingFarcaster', connector: 'embedded' },
    )
    expect(told.map(([, properties]) => properties)).toEqual([
      { provider: 'github' },
      { provider: 'farcaster' },
    ])
  })
})

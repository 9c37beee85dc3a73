import type { Kit, Properties, Recorder, Stop } from '@latchkey/core'
import type { TrackedEvent } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { Route } from '../contract/route.ts'

/** Codes that mean the visitor cancelled. */
const canceledCodes = [
  'aborted',
  'modal-closed',
  'popup-closed',
  'login-refused',
  'connection-rejected',
]

/** Counts that a login view was opened. The event never contains the email address or a name. */
export function trackLoginRoutes({ track }: Recorder, fromRoute: Route, toRoute: Route): void {
  if (toRoute.view === 'EmailVerifyOtp') {
    if (fromRoute.view !== 'EmailLogin') track('EMAIL_LOGIN_SELECTED')
    track('EMAIL_SUBMITTED')
  }
  const provider = readProvider(toRoute)
  if (provider) track('SOCIAL_LOGIN_STARTED', { provider })
}

/** Counts the steps of a login, as reported by the kit and the transport. */
export function loginEvents(kit: Kit, { track }: Recorder, routeNow: () => Route): Stop {
  let lastStep: Exclude<LoginStep, { step: 'connected' }> | undefined
  let socialProvider: string | undefined
  const trackPassed = (): void => {
    if (lastStep?.step !== 'code') return
    track('EMAIL_VERIFICATION_CODE_PASS')
    if (lastStep.purpose === 'device') track('DEVICE_REGISTERED_FOR_EMAIL')
  }
  const trackSocial = (name: TrackedEvent, extraProperties: Properties = {}): void => {
    // The provider is read from the view once and remembered, because the view may open only after
    // the attempt has started, and the visitor may have left it when the attempt ends.
    socialProvider ??= readProvider(routeNow())
    if (socialProvider) track(name, { provider: socialProvider, ...extraProperties })
  }
  const stopByConnector = new Map<string, Stop>()
  const cleanups = [
    kit.watch((event) => {
      if (!('connector' in event) || typeof event.connector !== 'string') return
      const auth = kit.getState().connectors[event.connector]?.auth
      if (!auth) return
      if (!stopByConnector.has(event.connector))
        stopByConnector.set(
          event.connector,
          auth.watch((authEvent) => {
            // In a login through a window, the visitor types into the page the number that the
            // window shows. That number is not a mailed code, so its refusal is not counted here.
            if (authEvent.type === 'code-refused' && lastStep?.step !== 'window')
              track('EMAIL_VERIFICATION_CODE_FAIL', { message: authEvent.code })
          }),
        )
      switch (event.type) {
        case 'connect-started':
          lastStep = undefined
          socialProvider = undefined
          return
        case 'connect-prompted': {
          if (event.prompt.kind !== 'login') return
          const { step } = event.prompt
          socialProvider ??= readProvider(routeNow())
          if (
            step.step === 'code' &&
            !(lastStep?.step === 'code' && lastStep.expiresAt === step.expiresAt)
          ) {
            if (lastStep?.step === 'code' && lastStep.purpose !== step.purpose) trackPassed()
            track('EMAIL_VERIFICATION_CODE_SENT')
          }
          if (step.step === 'recover') trackPassed()
          const wasWindowAway = lastStep?.step === 'window' && lastStep.window === 'away'
          if (step.step === 'window' && step.window === 'away' && !wasWindowAway)
            trackSocial('SOCIAL_LOGIN_REQUEST_USER_DATA')
          lastStep = step
          return
        }
        case 'connect-granted':
          trackPassed()
          trackSocial('SOCIAL_LOGIN_SUCCESS')
          break
        case 'connect-cancelled':
          trackSocial('SOCIAL_LOGIN_CANCELED')
          break
        case 'connect-failed': {
          const { code } = event.error
          if (canceledCodes.includes(code)) trackSocial('SOCIAL_LOGIN_CANCELED')
          else trackSocial('SOCIAL_LOGIN_ERROR', { message: code })
          break
        }
        default:
          return
      }
      lastStep = undefined
      socialProvider = undefined
    }),
  ]
  return () => {
    for (const stop of [...cleanups, ...stopByConnector.values()]) {
      stop()
    }
  }
}

function readProvider(route: Route): string | undefined {
  if (route.view === 'ConnectingFarcaster') return 'farcaster'
  return route.view === 'ConnectingSocial' ? route.social : undefined
}

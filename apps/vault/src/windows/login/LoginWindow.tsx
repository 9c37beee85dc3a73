import type { VaultCalls, VaultProject } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import { isAllowedOrigin } from '../../frame/page/origin-rule.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Shell } from '../parts/Shell.tsx'
import { providerName } from '../provider-name.ts'
import { words } from '../words.ts'
import { askOpenerForSite } from './vouch.ts'
import { storeReturnRoute } from './way-back.ts'

/** Calls the vault's own origin; calls are signed with the key of this storage partition. */
export type CallApi = <K extends keyof VaultCalls>(
  call: K,
  body: VaultCalls[K]['body'],
) => Promise<VaultCalls[K]['answer']>

type LoginView = VaultCalls['POST /api/logins/look']['answer']
type Stage =
  /**
   * The window waits for the login's data; `isKnown` once the gateway has confirmed that the login
   * is registered.
   */
  | { readonly at: 'looking'; readonly isKnown?: true }
  | { readonly at: 'asking'; readonly look: LoginView }
  | { readonly at: 'leaving'; readonly look: LoginView }
  | { readonly at: 'failed'; readonly text: string }

const heartbeatIntervalMs = 300

/**
 * Leads to a login provider: at once when the page confirmed that it began this login, else after
 * the visitor presses a button.
 */
export function LoginWindow(props: {
  readonly login: string
  /** Address of the page to return to, when the vault replaced the page in this tab; else null. */
  readonly back: string | null
  readonly project: VaultProject
  readonly call: CallApi
}): ReactNode {
  const { login, back, project, call } = props
  const [stage, setStage] = useState<Stage>({ at: 'looking' })

  useEffect(() => {
    const state = { isOver: false }
    const showStage = (next: Stage): void => {
      if (!state.isOver) setStage(next)
    }
    const beginLogin = async (): Promise<void> => {
      const [look, site] = await Promise.all([
        call('POST /api/logins/look', { login }),
        askOpenerForSite({ login, origins: project.origins }),
      ])
      if (state.isOver) return
      if (site === null || site !== look.site) return showStage({ at: 'asking', look })
      showStage({ at: 'looking', isKnown: true })
      await call('POST /api/logins/proceed', { login, vouched: true, site })
      leaveForProvider(look, showStage, { call, login, back })
    }
    beginLogin().catch((error) => showStage(failedStage(error)))
    return () => {
      state.isOver = true
    }
  }, [login, back, project, call])

  // The heartbeats to the page begin once the gateway has confirmed that the login is registered.
  const isLoginRegistered =
    stage.at === 'asking' || (stage.at === 'looking' && stage.isKnown === true)
  useEffect(() => {
    if (!isLoginRegistered) return
    const sendHeartbeat = (): void =>
      void call('POST /api/logins/beat', { login, leaving: false }).catch(() => {})
    sendHeartbeat()
    const timer = setInterval(sendHeartbeat, heartbeatIntervalMs)
    return () => clearInterval(timer)
  }, [isLoginRegistered, call, login])

  if (stage.at === 'failed')
    return <MessageWindow heading={words.login.endedHeading} text={stage.text} tone="bad" />
  if (stage.at === 'looking')
    return (
      <Shell heading={words.loading}>
        <div className="spinner" aria-hidden="true" />
      </Shell>
    )
  const { provider, site, account } = stage.look
  if (stage.at === 'leaving')
    return (
      <Shell heading={words.login.heading(providerName(provider))}>
        <p className="status" role="status">
          {words.login.going(providerName(provider))}
        </p>
        <div className="spinner" aria-hidden="true" />
      </Shell>
    )
  // When the vault replaced the page in this tab, the tab leads back to the page instead of being
  // closed.
  const quitLogin = (): void =>
    back !== null && isAllowedOrigin(project.origins, site) ? location.replace(site) : close()
  const continueLogin = async (): Promise<void> => {
    try {
      await call('POST /api/logins/proceed', { login })
      leaveForProvider(stage.look, setStage, { call, login, back })
    } catch (error) {
      setStage(failedStage(error))
    }
  }
  const name = providerName(provider)
  return (
    <Shell
      heading={
        account === undefined
          ? words.login.ask(hostOfSite(site), name)
          : words.login.linkHeading(name)
      }
      actions={
        <>
          <button type="button" className="secondary" onClick={quitLogin}>
            {words.login.notMine}
          </button>
          <ArmedButton className="primary" onClick={() => void continueLogin()}>
            {words.login.goOn(name)}
          </ArmedButton>
        </>
      }
    >
      <p className="text">
        {account === undefined ? words.login.why(site) : words.login.whyLink(site, name, account)}
      </p>
    </Shell>
  )
}

function leaveForProvider(
  look: LoginView,
  changeStage: (stage: Stage) => void,
  {
    call,
    login,
    back,
  }: { readonly call: CallApi; readonly login: string; readonly back: string | null },
): void {
  changeStage({ at: 'leaving', look })
  storeReturnRoute(sessionStorage, look.site, back, login)
  const goToProvider = (): void =>
    location.assign(
      `/api/oauth/${encodeURIComponent(look.provider)}/start?login=${encodeURIComponent(login)}`,
    )
  call('POST /api/logins/beat', { login, leaving: true }).then(goToProvider, goToProvider)
}

function failedStage(error: unknown): Stage {
  const { code } = (error ?? {}) as { readonly code?: string }
  const failureTexts: Readonly<Record<string, string>> = words.login.failures
  return {
    at: 'failed',
    text:
      code && Object.hasOwn(failureTexts, code)
        ? (failureTexts[code] ?? words.unexpected)
        : words.unexpected,
  }
}

function hostOfSite(site: string): string {
  return URL.canParse(site) ? new URL(site).host : site
}

import type { VaultCalls, VaultProject } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Shell } from '../parts/Shell.tsx'
import { providerName } from '../provider-name.ts'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import type { CallApi } from './LoginWindow.tsx'
import { type ReturnRoute, readReturnRoute } from './way-back.ts'

type LoginView = VaultCalls['POST /api/logins/look']['answer']

const pollIntervalMs = 500

/**
 * Shown after the return from the login provider: asks for a consent that is still needed, or shows
 * a number to type into the page; else the window closes.
 */
export function LoginDone({
  project,
  call,
}: {
  readonly project: VaultProject
  readonly call: CallApi
}): ReactNode {
  const [back] = useState(() => readReturnRoute(sessionStorage, project.origins))
  const [look, setLook] = useState<LoginView>()
  const [isOver, setIsOver] = useState(back?.login === undefined)
  const [fault, setFault] = useState('')
  const address = back?.address ?? null
  const login = back?.login
  useEffect(() => {
    if (login === undefined || isOver) return
    const state: { timer?: ReturnType<typeof setTimeout>; isOver?: true } = {}
    const pollLogin = (): void =>
      void call('POST /api/logins/look', { login }).then(
        (next) => {
          if (state.isOver) return
          // Nothing is left to do in this window: the page collects the login itself, unless the
          // visitor must still type a number or give a consent.
          if (next.number === undefined && next.identity === undefined) return setIsOver(true)
          setLook(next)
          state.timer = setTimeout(pollLogin, pollIntervalMs)
        },
        () => state.isOver || setIsOver(true),
      )
    pollLogin()
    return () => {
      clearTimeout(state.timer)
      state.isOver = true
    }
  }, [login, call, isOver])
  useEffect(() => {
    if (!isOver) return
    if (address === null) close()
    else location.replace(address)
  }, [isOver, address])

  if (isOver) return <LoginOver back={back} />
  if (!look || login === undefined || (look.identity === undefined && look.number === undefined))
    return (
      <Shell heading={words.loading}>
        <div className="spinner" aria-hidden="true" />
      </Shell>
    )
  const { provider, site, account = '', identity, number = '' } = look
  if (identity !== undefined) {
    const { identity: _, ...agreed } = look
    const agreeToLink = (): void =>
      void call('POST /api/logins/proceed', { login, agreed: true }).then(
        () => setLook(agreed),
        (reason) => setFault(describeRefusal(reason)),
      )
    const actions = (
      <>
        <button type="button" className="secondary" onClick={() => close()}>
          {words.login.linkNot}
        </button>
        <ArmedButton className="primary" onClick={agreeToLink}>
          {words.login.link}
        </ArmedButton>
      </>
    )
    return (
      <Shell heading={words.login.linkHeading(providerName(provider))} actions={actions}>
        <Notice tone="warn">{words.login.linkText(providerName(provider))}</Notice>
        <Facts
          rows={[
            [
              words.login.linkIdentity(providerName(provider)),
              <strong key="identity">{identity}</strong>,
            ],
            [words.login.linkAccount, <strong key="account">{account}</strong>],
            [words.site, site],
          ]}
        />
        <p className="error" role="alert">
          {fault}
        </p>
      </Shell>
    )
  }
  return (
    <Shell
      heading={words.login.numberHeading(hostOfSite(site))}
      actions={<ReturnLink back={back} />}
    >
      <p className="text">{words.login.numberText(site)}</p>
      <p className="number">
        <output aria-label={words.login.number}>{number.replace(/(\d{3})(?=\d)/g, '$1 ')}</output>
      </p>
      <p className="text">{words.login.numberWarn}</p>
    </Shell>
  )
}

/**
 * Shows a button that leads back to the page when the vault replaced the page in this tab.
 * Otherwise the page is still open in another window, and the button closes this one.
 */
function ReturnLink({ back }: { readonly back: ReturnRoute | null }): ReactNode {
  if (!back?.address) return <CloseButton />
  return (
    <a className="primary" href={back.address}>
      {words.goBack(new URL(back.site).host)}
    </a>
  )
}

function LoginOver({ back }: { readonly back: ReturnRoute | null }): ReactNode {
  const actions = back ? (
    <a className="primary" href={back.address ?? back.site}>
      {words.goBack(new URL(back.site).host)}
    </a>
  ) : (
    <button type="button" className="primary" onClick={() => close()}>
      {words.close}
    </button>
  )
  return (
    <Shell heading={words.login.doneHeading} actions={actions}>
      <p className="text">{words.login.doneText}</p>
    </Shell>
  )
}

function hostOfSite(site: string): string {
  return URL.canParse(site) ? new URL(site).host : site
}

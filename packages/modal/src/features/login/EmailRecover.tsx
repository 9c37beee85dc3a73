import type { RecoveryKind } from '@latchkey/protocol/vault'
import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { LoginFailure } from './LoginFailure.tsx'
import { loginOf } from './login-of.ts'
import { openWindow } from './open-window.ts'

function EmailRecover({ kit, modal, route }: ViewProps<'EmailRecover'>): ReactElement {
  const { recover: words, approve, login } = modal.words
  const [opened, setOpened] = useState<'yes' | 'blocked'>()
  const { step, failure } = loginOf(kit, route.connector)
  if (failure)
    return (
      <LoginFailure
        words={login}
        name={login.email}
        failure={failure}
        onRetry={() => modal.reset({ view: 'Connect' })}
        onCancel={() => modal.back()}
      />
    )
  const { url, ways } =
    step?.step === 'recover' ? step : { url: undefined, ways: [] as readonly RecoveryKind[] }
  const noticeTexts = { yes: words.waiting, blocked: approve.blocked }
  return (
    <div className="connecting" data-status="waiting">
      <div className="pulse">
        <span className="tile glyph">
          <Icon path="M9.500 12.500a3.500 3.500 0 1 1-7 0a3.500 3.500 0 0 1 7 0M8.500 10 16 2.500M13 5.500l2.500 2.500" />
        </span>
      </div>
      <p className="hint">{words.hint}</p>
      {ways.map((way) => (
        <p key={way} className="hint">
          {words[way]}
        </p>
      ))}
      <p role="status" className="hint">
        {opened ? noticeTexts[opened] : ''}
      </p>
      {url !== undefined && (
        <button
          type="button"
          className="primary"
          onClick={() => setOpened(openWindow(url) === null ? 'blocked' : 'yes')}
        >
          {words.open}
        </button>
      )}
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {login.cancel}
      </button>
    </div>
  )
}

export const emailRecoverView: View<'EmailRecover'> = {
  heading: (words) => words.recover.heading,
  component: EmailRecover,
}

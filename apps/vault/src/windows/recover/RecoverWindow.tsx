import type { StoredRecovery } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { CloseButton } from '../CloseButton.tsx'
import type { FramedWindow } from '../framed-window.ts'
import { askPasskey } from '../recovery/passkey.ts'
import { openStretch, passwordSecret } from '../recovery/stretch.ts'
import { refusalWords } from '../refusal-words.ts'
import { Said } from '../Said.tsx'
import { Shell } from '../Shell.tsx'
import { Waiting } from '../Waiting.tsx'
import { words } from '../words.ts'
import { NotOpened, openRecovery } from './open-recovery.ts'

type Kind<K extends StoredRecovery['kind']> = Extract<StoredRecovery, { readonly kind: K }>

/** A device without a share: the recovery share is opened here and handed to the frame's worker, sealed. */
export function RecoverWindow({ channel }: FramedWindow): ReactNode {
  const asked = channel.last('latchkey-frame-recover')
  const done = channel.last('latchkey-frame-done')
  const stretch = useMemo(() => openStretch(), [])
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [password, setPassword] = useState('')
  if (done)
    return done.isRefused ? (
      <Said heading={words.refused} text={refusalWords({ code: done.code ?? 'recovery-failed' })} tone="bad" />
    ) : (
      <Closed />
    )
  if (!asked) return <Waiting channel={channel} />

  const of = <K extends StoredRecovery['kind']>(kind: K): readonly Kind<K>[] =>
    asked.methods.filter((method): method is Kind<K> => method.kind === kind)
  const [passkeys, passwords, [operator]] = [of('passkey'), of('password'), of('operator')]
  const attempt = async (run: () => Promise<string | null>): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      const sealed = await run()
      if (sealed === null) setFault(words.recover.noPrf)
      else return channel.tell({ type: 'latchkey-window-recovered', sealed })
    } catch (reason) {
      const isDeclined = reason instanceof NotOpened || (reason as { name?: string }).name === 'NotAllowedError'
      setFault(isDeclined ? words.recover.wrong : refusalWords(reason))
    }
    setIsBusy(false)
  }
  const byPasskey = async (): Promise<string | null> => {
    const used = await askPasskey(passkeys)
    const method = used && passkeys.find(({ credential }) => credential === used.credential)
    return used && method ? openRecovery(method, used.secret, asked.sealTo) : null
  }
  const byPassword = async (): Promise<string> => {
    const ask = (body: { readonly method: string; readonly hash: string }) =>
      channel.ask('POST /api/recovery/pepper', body)
    for (const method of passwords) {
      const secret = await passwordSecret({ password, method, stretch, ask })
      const sealed = await openRecovery(method, secret, asked.sealTo).catch((reason) => {
        if (reason instanceof NotOpened) return null
        throw reason
      })
      if (sealed !== null) return sealed
    }
    throw new NotOpened()
  }
  return (
    <Shell heading={words.recover.heading} actions={<CloseButton />}>
      <p className="text">{asked.methods.length > 0 ? words.recover.text : words.recover.none}</p>
      {passkeys.length > 0 ? (
        <button type="button" className="primary" aria-busy={isBusy} onClick={() => void attempt(byPasskey)}>
          {words.recover.passkey}
        </button>
      ) : null}
      {passwords.length > 0 ? (
        <form
          className="card"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(byPassword)
          }}
        >
          <label className="field">
            <span>{words.recover.field}</span>
            <input
              type="password"
              autoComplete="current-password"
              value={password}
              aria-invalid={fault !== ''}
              onChange={({ target }) => setPassword(target.value)}
            />
          </label>
          <button type="submit" className={passkeys.length > 0 ? 'secondary' : 'primary'} aria-busy={isBusy}>
            {words.recover.password}
          </button>
        </form>
      ) : null}
      {operator ? (
        <button
          type="button"
          className="secondary"
          aria-busy={isBusy}
          onClick={() => void attempt(async () => operator.sealed)}
        >
          {words.recover.operator}
        </button>
      ) : null}
      <p className="status" role="status">
        {isBusy ? words.recover.working : ''}
      </p>
      <p className="error" role="alert">
        {fault}
      </p>
    </Shell>
  )
}

function Closed(): ReactNode {
  useEffect(() => close(), [])
  return <Said heading={words.done} text={words.doneText} tone="ok" />
}

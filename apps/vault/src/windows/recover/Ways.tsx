import type { StoredRecovery } from '@latchkey/protocol/vault'
import { type ReactNode, useMemo, useState } from 'react'
import { ArmedButton } from '../ArmedButton.tsx'
import { askPasskey } from '../recovery/passkey.ts'
import { openStretch, passwordSecret } from '../recovery/stretch.ts'
import { refusalWords } from '../refusal-words.ts'
import type { UseChannel } from '../use-channel.ts'
import { words } from '../words.ts'
import { NotOpened, openRecovery } from './open-recovery.ts'

type Kind<K extends StoredRecovery['kind']> = Extract<StoredRecovery, { readonly kind: K }>

/** The ways to open a recovery share; what one opens is handed to the frame's worker, sealed. */
export function Ways(props: {
  readonly channel: Pick<UseChannel, 'ask' | 'tell'>
  readonly methods: readonly StoredRecovery[]
  /** Of the worker. */
  readonly sealTo: string
}): ReactNode {
  const { channel, methods, sealTo } = props
  const stretch = useMemo(() => openStretch(), [])
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [password, setPassword] = useState('')
  const of = <K extends StoredRecovery['kind']>(kind: K): readonly Kind<K>[] =>
    methods.filter((method): method is Kind<K> => method.kind === kind)
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
    return used && method ? openRecovery(method, used.secret, sealTo) : null
  }
  const byPassword = async (): Promise<string> => {
    const ask = (body: { readonly method: string; readonly hash: string }) =>
      channel.ask('POST /api/recovery/pepper', body)
    for (const method of passwords) {
      const secret = await passwordSecret({ password, method, stretch, ask })
      const sealed = await openRecovery(method, secret, sealTo).catch((reason) => {
        if (reason instanceof NotOpened) return null
        throw reason
      })
      if (sealed !== null) return sealed
    }
    throw new NotOpened()
  }
  return (
    <>
      {passkeys.length > 0 ? (
        <ArmedButton className="primary" aria-busy={isBusy} onClick={() => void attempt(byPasskey)}>
          {words.recover.passkey}
        </ArmedButton>
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
        <ArmedButton className="secondary" aria-busy={isBusy} onClick={() => void attempt(async () => operator.sealed)}>
          {words.recover.operator}
        </ArmedButton>
      ) : null}
      <p className="status" role="status">
        {isBusy ? words.recover.working : ''}
      </p>
      <p className="error" role="alert">
        {fault}
      </p>
    </>
  )
}

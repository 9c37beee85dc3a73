import { hasCode } from '@latchkey/protocol'
import type { VaultProject, VaultWindow } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Shell } from '../parts/Shell.tsx'
import { words } from '../words.ts'
import { apartWords } from './apart-words.ts'
import type { StoredLogin } from './kept-login.ts'
import { type OwnDevice, openOwnDevice } from './open-own-device.ts'
import { RelayConnection } from './RelayConnection.tsx'
import { SignInHere } from './SignInHere.tsx'
import { type CodeStep, collectFinishedLogin } from './sign-in-here.ts'

type Stage =
  | { readonly at: 'opening' }
  | {
      readonly at: 'sign-in'
      readonly own: OwnDevice
      readonly step?: CodeStep
      readonly error?: string
    }
  | { readonly at: 'reach'; readonly own: OwnDevice }
  | { readonly at: 'failed' }

/**
 * Lets this window, which cannot reach the vault's frame, act as a device of its own: it logs in,
 * and is then paired with the frame that waits for it.
 */
export function Apart(props: {
  readonly id: string
  readonly window: Exclude<VaultWindow, 'login'>
  readonly account: string | null
  readonly project: VaultProject
  /** The login that this window began; present after the return from the login provider. */
  readonly login?: StoredLogin
  readonly draw: (channel: UseChannel) => ReactNode
}): ReactNode {
  const { id, window, account, project, login, draw } = props
  const [stage, setStage] = useState<Stage>({ at: 'opening' })
  useEffect(() => {
    const state = { isOver: false }
    const findStage = async (): Promise<Stage> => {
      const ownDevice = await openOwnDevice(project)
      if (login) {
        const step = await collectFinishedLogin(ownDevice, login).catch((error: unknown) =>
          String(hasCode(error) && error.code),
        )
        if (typeof step === 'string')
          return {
            at: 'sign-in',
            own: ownDevice,
            error: apartWords.failures[step] ?? apartWords.failed,
          }
        if (step) return { at: 'sign-in', own: ownDevice, step }
      }
      return (await ownDevice.signIn.current())
        ? { at: 'reach', own: ownDevice }
        : { at: 'sign-in', own: ownDevice }
    }
    findStage().then(
      (next) => state.isOver || setStage(next),
      () => setStage({ at: 'failed' }),
    )
    return () => {
      state.isOver = true
    }
  }, [project, login])

  if (stage.at === 'failed')
    return <MessageWindow heading={words.cutHeading} text={apartWords.storage} />
  if (stage.at === 'opening')
    return (
      <Shell heading={words.loading}>
        <div className="spinner" aria-hidden="true" />
      </Shell>
    )
  const { own: ownDevice } = stage
  if (stage.at === 'sign-in')
    return (
      <SignInHere
        own={ownDevice}
        id={id}
        window={window}
        account={account}
        {...(stage.step && { step: stage.step })}
        {...(stage.error !== undefined && { error: stage.error })}
        onDone={() => setStage({ at: 'reach', own: ownDevice })}
      />
    )
  return (
    <RelayConnection
      id={id}
      account={account}
      own={ownDevice}
      draw={draw}
      onSignIn={() => {
        ownDevice.signIn
          .endSession(false)
          .catch(() => {})
          .finally(() => setStage({ at: 'sign-in', own: ownDevice }))
      }}
    />
  )
}

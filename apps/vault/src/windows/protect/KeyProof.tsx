import type { VaultCalls } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Shell } from '../parts/Shell.tsx'
import { openSealedShare } from '../recover/open-recovery.ts'
import { type KeyedRecovery, RecoveryMethods } from '../recover/RecoveryMethods.tsx'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'

type KeyChallenge = VaultCalls['POST /api/proof/keys']['answer']

/**
 * Proves the visitor's identity by the passkey or password that was set up for recovery. The
 * gateway encrypts a challenge for its key, and the window sends only the opened challenge back.
 */
export function KeyProof(props: {
  readonly channel: Pick<UseChannel, 'ask'>
  readonly stretch: StretchPassword
  readonly onProved: () => void
  /** Switches to proof by a mailed code; present when the account has an email address. */
  readonly onMail?: () => void
}): ReactNode {
  const { channel, stretch, onProved, onMail } = props
  const { ask } = channel
  const [asked, setAsked] = useState<KeyChallenge>()
  const [fault, setFault] = useState('')
  const startChallenge = useCallback(async () => {
    try {
      setAsked(await ask('POST /api/proof/keys', {}))
    } catch (reason) {
      setFault(describeRefusal(reason))
    }
  }, [ask])
  useEffect(() => void startChallenge(), [startChallenge])
  const proveWithKey = async (method: KeyedRecovery, secret: Uint8Array): Promise<void> => {
    const openedChallenge = base64urlnopad.encode(await openSealedShare('proof', method, secret))
    if (!asked) return
    try {
      await ask('POST /api/proof/keys/verify', {
        challenge: asked.challenge,
        method: method.id,
        opened: openedChallenge,
      })
    } catch (reason) {
      // The challenge may have expired (after five minutes) or been used by another window, so the
      // next attempt gets a new one.
      await startChallenge()
      throw reason
    }
    onProved()
  }
  const actions = (
    <>
      <CloseButton />
      {onMail ? (
        <ArmedButton className="secondary" onClick={onMail}>
          {words.proof.mail}
        </ArmedButton>
      ) : null}
    </>
  )
  return (
    <Shell heading={words.proof.heading} actions={actions}>
      <p className="text">{words.proof.keys}</p>
      {asked ? (
        <RecoveryMethods
          channel={channel}
          stretch={stretch}
          use={proveWithKey}
          methods={asked.methods}
          wrong={words.proof.wrongKey}
        />
      ) : null}
      <p className="error" role="alert">
        {fault}
      </p>
    </Shell>
  )
}

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { OneField } from '../parts/OneField.tsx'
import { Shell } from '../parts/Shell.tsx'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'

type Stage =
  | { readonly at: 'sending' }
  | { readonly at: 'none' }
  | { readonly at: 'typing' | 'busy'; readonly challenge: string }

/** Proves the visitor's identity by a code that is mailed to the account's address at once. */
export function CodeProof(props: {
  readonly channel: Pick<UseChannel, 'ask'>
  readonly onProved: () => void
}): ReactNode {
  const { channel, onProved } = props
  const { ask } = channel
  const [stage, setStage] = useState<Stage>({ at: 'sending' })
  const [digits, setDigits] = useState('')
  const [fault, setFault] = useState('')
  const form = useId()
  const hasRequestedCode = useRef(false)
  useEffect(() => {
    // React may mount this component twice, but only one mail may be sent.
    if (hasRequestedCode.current) return
    hasRequestedCode.current = true
    ask('POST /api/proof/start', {}).then(
      ({ challenge }) => setStage({ at: 'typing', challenge }),
      (reason) => {
        setStage({ at: 'none' })
        if ((reason as { code?: unknown }).code !== 'recovery-failed')
          setFault(describeProofFailure(reason))
      },
    )
  }, [ask])
  if (stage.at === 'none')
    return <MessageWindow heading={words.proof.heading} text={fault || words.proof.none} />
  if (stage.at === 'sending')
    return (
      <Shell heading={words.loading}>
        <div className="spinner" aria-hidden="true" />
      </Shell>
    )
  const submitCode = async (): Promise<void> => {
    const code = digits.replace(/\s/g, '')
    if (stage.at === 'busy') return
    if (!/^\d{6}$/.test(code)) return setFault(words.proof.wrong)
    const { challenge } = stage
    setStage({ at: 'busy', challenge })
    setFault('')
    try {
      await ask('POST /api/proof/verify', { challenge, code })
      onProved()
    } catch (reason) {
      setFault(describeProofFailure(reason))
      setStage({ at: 'typing', challenge })
    }
  }
  const actions = (
    <>
      <CloseButton />
      <button type="submit" form={form} className="primary" aria-busy={stage.at === 'busy'}>
        {words.proof.button}
      </button>
    </>
  )
  return (
    <Shell heading={words.proof.heading} actions={actions}>
      <p className="text">{words.proof.text}</p>
      <OneField
        form={form}
        name={words.proof.field}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={digits}
        fault={fault}
        onChange={setDigits}
        onSubmit={submitCode}
      />
    </Shell>
  )
}

function describeProofFailure(reason: unknown): string {
  const { code } = reason as { readonly code?: unknown }
  if (code === 'code-wrong') return words.proof.wrong
  if (code === 'code-expired') return words.proof.expired
  return code === 'code-limit' ? words.proof.limit : describeRefusal(reason)
}

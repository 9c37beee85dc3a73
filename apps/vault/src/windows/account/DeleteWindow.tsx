import { type ReactNode, useId, useRef, useState } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { OneField } from '../parts/OneField.tsx'
import { Shell } from '../parts/Shell.tsx'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { useProof } from '../protect/use-proof.tsx'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'

/** Deletes an account, after the visitor has typed the confirmation word. */
export function DeleteWindow({ channel, stretch }: FramedWindow): ReactNode {
  const readyMessage = channel.last('latchkey-frame-ready')
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [stage, setStage] = useState<'asking' | 'busy' | 'done'>('asking')
  const field = useRef<HTMLInputElement>(null)
  const form = useId()
  const { form: proof, prove } = useProof({ channel, stretch })
  if (proof) return proof
  if (stage === 'done')
    return <MessageWindow heading={words.delete.done} text={words.doneText} tone="ok" />
  if (!readyMessage) return <WaitingNotice channel={channel} />
  const submitForm = async (): Promise<void> => {
    if (stage === 'busy') return
    if (typed.trim().toLowerCase() !== words.delete.word) {
      setFault(words.delete.wrong)
      field.current?.focus()
      return
    }
    setStage('busy')
    setFault('')
    await prove(deleteAccount)
  }
  const deleteAccount = async (): Promise<void> => {
    try {
      await channel.ask('POST /api/account/delete', {})
      setStage('done')
    } catch (reason) {
      setFault(describeRefusal(reason))
      setStage('asking')
    }
  }
  const actions = (
    <>
      <button type="button" className="secondary" onClick={() => close()}>
        {words.confirmNot}
      </button>
      <button type="submit" form={form} className="danger" aria-busy={stage === 'busy'}>
        {words.delete.button}
      </button>
    </>
  )
  return (
    <Shell heading={words.delete.heading} actions={actions}>
      <p className="text">
        {words.account}: <strong>{readyMessage.label}</strong>
      </p>
      <Notice tone="bad">{words.delete.warn}</Notice>
      <p className="text">{words.delete.export}</p>
      <OneField
        form={form}
        name={words.delete.field}
        field={field}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        fault={fault}
        onChange={setTyped}
        onSubmit={submitForm}
      />
    </Shell>
  )
}

import type { ReactNode } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Shell } from '../parts/Shell.tsx'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { useProof } from '../protect/use-proof.tsx'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import { Keys } from './Keys.tsx'
import { useExportedKeys } from './use-exported-keys.ts'

/**
 * Shows seed words and private keys, on request only. They are decrypted in this window and nowhere
 * else.
 */
export function ExportWindow({ channel, stretch }: FramedWindow): ReactNode {
  const readyMessage = channel.last('latchkey-frame-ready')
  const doneMessage = channel.last('latchkey-frame-done')
  const { isAsked, exported, fault, ask } = useExportedKeys(channel)
  const { form, prove } = useProof({ channel, stretch })
  if (doneMessage?.isRefused)
    return <MessageWindow heading={words.refused} text={describeRefusal(doneMessage)} tone="bad" />
  if (form) return form
  if (!readyMessage) return <WaitingNotice channel={channel} />
  const actions = exported ? (
    <button type="button" className="primary" onClick={() => close()}>
      {words.close}
    </button>
  ) : (
    <>
      <button type="button" className="secondary" onClick={() => close()}>
        {words.close}
      </button>
      <ArmedButton className="danger" aria-busy={isAsked} onClick={() => void prove(ask)}>
        {words.export.show}
      </ArmedButton>
    </>
  )
  return (
    <Shell heading={words.export.heading} actions={actions}>
      <Notice tone="bad">{words.export.warn}</Notice>
      <p className="text">
        {words.account}: <strong>{readyMessage.label}</strong>
      </p>
      {exported ? null : <p className="text">{words.export.told}</p>}
      <p className="error" role="alert">
        {fault}
      </p>
      {exported ? (
        <Keys exported={exported} />
      ) : (
        <p className="status" role="status">
          {isAsked && !fault ? words.loading : ''}
        </p>
      )}
    </Shell>
  )
}

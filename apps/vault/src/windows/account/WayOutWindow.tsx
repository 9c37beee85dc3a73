import type { ReactNode } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { Address } from '../parts/Address.tsx'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { Facts } from '../parts/Facts.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Shell } from '../parts/Shell.tsx'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { UnsealingForm } from '../recover/UnsealingForm.tsx'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import { Keys } from './Keys.tsx'
import { useExportedKeys } from './use-exported-keys.ts'

/**
 * Exports the keys of a visitor who can no longer log in. They come from this device's share and
 * the recovery share, which this window opens.
 */
export function WayOutWindow({ channel, stretch }: FramedWindow): ReactNode {
  const readyMessage = channel.last('latchkey-frame-ready')
  const recoverMessage = channel.last('latchkey-frame-recover')
  const doneMessage = channel.last('latchkey-frame-done')
  const { isAsked, exported, fault, ask } = useExportedKeys(channel)
  if (doneMessage?.isRefused) {
    const reasonText = words.wayOut.refusals[doneMessage.code ?? ''] ?? describeRefusal(doneMessage)
    return <MessageWindow heading={words.wayOut.refused} text={reasonText} tone="bad" />
  }
  if (!readyMessage) return <WaitingNotice channel={channel} />
  const closeButton = (name: 'primary' | 'secondary'): ReactNode => (
    <button type="button" className={name} onClick={() => close()}>
      {words.close}
    </button>
  )
  const ownerFacts = (
    <Facts rows={[[words.wayOut.whose, <Address key="0" address={readyMessage.label} />]]} />
  )
  if (exported)
    return (
      <Shell heading={words.wayOut.done} actions={closeButton('primary')}>
        <p className="text">{words.wayOut.doneText}</p>
        <Notice tone="bad">{words.export.warn}</Notice>
        <Keys exported={exported} />
      </Shell>
    )
  if (recoverMessage)
    return (
      <Shell heading={words.wayOut.open} actions={closeButton('secondary')}>
        <p className="text">{words.wayOut.openText}</p>
        {ownerFacts}
        <UnsealingForm channel={channel} stretch={stretch} asked={recoverMessage} />
        <p className="error" role="alert">
          {fault}
        </p>
      </Shell>
    )
  const actions = (
    <>
      {closeButton('secondary')}
      <ArmedButton className="danger" aria-busy={isAsked} onClick={() => void ask()}>
        {words.wayOut.go}
      </ArmedButton>
    </>
  )
  return (
    <Shell heading={words.wayOut.heading} actions={actions}>
      <p className="text">{words.wayOut.text}</p>
      {ownerFacts}
      <Notice tone="bad">{words.export.warn}</Notice>
      <p className="text">{words.wayOut.told}</p>
      <p className="status" role="status">
        {isAsked ? words.loading : ''}
      </p>
    </Shell>
  )
}

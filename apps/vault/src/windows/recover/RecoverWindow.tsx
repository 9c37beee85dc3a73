import { type ReactNode, useEffect } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Shell } from '../parts/Shell.tsx'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { OperatorRequest } from '../protect/OperatorRequest.tsx'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import { UnsealingForm } from './UnsealingForm.tsx'

/**
 * Recovers the wallet on a device that has no share: opens the recovery share and seals it to the
 * frame's worker.
 */
export function RecoverWindow({ channel, stretch }: FramedWindow): ReactNode {
  const recoverMessage = channel.last('latchkey-frame-recover')
  const doneMessage = channel.last('latchkey-frame-done')
  if (doneMessage?.isRefused) {
    const code = doneMessage.code ?? 'recovery-failed'
    return (
      <MessageWindow heading={words.refused} text={describeRefusal({ code })} tone="bad">
        {code === 'recovery-failed' ? <p className="text">{words.wayOut.noneText}</p> : null}
      </MessageWindow>
    )
  }
  if (doneMessage) return <ClosedNotice />
  if (!recoverMessage) return <WaitingNotice channel={channel} />
  return (
    <Shell heading={words.recover.heading} actions={<CloseButton />}>
      <p className="text">
        {recoverMessage.methods.length > 0 ? words.recover.text : words.recover.none}
      </p>
      <UnsealingForm channel={channel} stretch={stretch} asked={recoverMessage} />
      <OperatorRequest channel={channel} />
      <details className="fold">
        <summary>{words.wayOut.none}</summary>
        <p className="text">{words.wayOut.noneText}</p>
      </details>
    </Shell>
  )
}

function ClosedNotice(): ReactNode {
  useEffect(() => close(), [])
  return <MessageWindow heading={words.done} text={words.doneText} tone="ok" />
}

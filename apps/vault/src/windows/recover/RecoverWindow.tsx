import { type ReactNode, useEffect } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Said } from '../parts/Said.tsx'
import { Shell } from '../parts/Shell.tsx'
import { Waiting } from '../parts/Waiting.tsx'
import { OperatorRequest } from '../protect/OperatorRequest.tsx'
import { refusalWords } from '../words/refusal.ts'
import { words } from '../words.ts'
import { Unsealing } from './Unsealing.tsx'

/**
 * For a device without a share: this window opens the recovery share and seals it to the frame's
 * worker.
 */
export function RecoverWindow({ channel, stretch }: FramedWindow): ReactNode {
  const asked = channel.last('latchkey-frame-recover')
  const done = channel.last('latchkey-frame-done')
  if (done?.isRefused) {
    const code = done.code ?? 'recovery-failed'
    return (
      <Said heading={words.refused} text={refusalWords({ code })} tone="bad">
        {code === 'recovery-failed' ? <p className="text">{words.wayOut.noneText}</p> : null}
      </Said>
    )
  }
  if (done) return <Closed />
  if (!asked) return <Waiting channel={channel} />
  return (
    <Shell heading={words.recover.heading} actions={<CloseButton />}>
      <p className="text">{asked.methods.length > 0 ? words.recover.text : words.recover.none}</p>
      <Unsealing channel={channel} stretch={stretch} asked={asked} />
      <OperatorRequest channel={channel} />
      <details className="fold">
        <summary>{words.wayOut.none}</summary>
        <p className="text">{words.wayOut.noneText}</p>
      </details>
    </Shell>
  )
}

function Closed(): ReactNode {
  useEffect(() => close(), [])
  return <Said heading={words.done} text={words.doneText} tone="ok" />
}

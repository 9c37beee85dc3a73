import type { ReactNode } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { Address } from '../parts/Address.tsx'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Said } from '../parts/Said.tsx'
import { Shell } from '../parts/Shell.tsx'
import { Waiting } from '../parts/Waiting.tsx'
import { Unsealing } from '../recover/Unsealing.tsx'
import { refusalWords } from '../words/refusal.ts'
import { words } from '../words.ts'
import { Keys } from './Keys.tsx'
import { useExported } from './use-exported.ts'

/**
 * Exports the keys of a visitor who can no longer log in. They come from this device's share and
 * the recovery share, which this window opens.
 */
export function WayOutWindow({ channel, stretch }: FramedWindow): ReactNode {
  const ready = channel.last('latchkey-frame-ready')
  const asked = channel.last('latchkey-frame-recover')
  const done = channel.last('latchkey-frame-done')
  const { isAsked, exported, fault, ask } = useExported(channel)
  if (done?.isRefused) {
    const why = words.wayOut.refusals[done.code ?? ''] ?? refusalWords(done)
    return <Said heading={words.wayOut.refused} text={why} tone="bad" />
  }
  if (!ready) return <Waiting channel={channel} />
  const closeButton = (name: 'primary' | 'secondary'): ReactNode => (
    <button type="button" className={name} onClick={() => close()}>
      {words.close}
    </button>
  )
  const whose = <Facts rows={[[words.wayOut.whose, <Address key="0" address={ready.label} />]]} />
  if (exported)
    return (
      <Shell heading={words.wayOut.done} actions={closeButton('primary')}>
        <p className="text">{words.wayOut.doneText}</p>
        <Notice tone="bad">{words.export.warn}</Notice>
        <Keys exported={exported} />
      </Shell>
    )
  if (asked)
    return (
      <Shell heading={words.wayOut.open} actions={closeButton('secondary')}>
        <p className="text">{words.wayOut.openText}</p>
        {whose}
        <Unsealing channel={channel} stretch={stretch} asked={asked} />
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
      {whose}
      <Notice tone="bad">{words.export.warn}</Notice>
      <p className="text">{words.wayOut.told}</p>
      <p className="status" role="status">
        {isAsked ? words.loading : ''}
      </p>
    </Shell>
  )
}

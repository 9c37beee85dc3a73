import { base64urlnopad } from '@scure/base'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { open } from '../../seal.ts'
import type { FramedWindow } from '../framed-window.ts'
import { Notice } from '../Notice.tsx'
import { oneTimeKey } from '../recovery/recovery-key.ts'
import { refusalWords } from '../refusal-words.ts'
import { Said } from '../Said.tsx'
import { Shell } from '../Shell.tsx'
import { Waiting } from '../Waiting.tsx'
import { words } from '../words.ts'
import { type Exported, readExported } from './read-exported.ts'
import { Secret } from './Secret.tsx'

/** Words and private keys, opened in this window alone and shown only while asked for. */
export function ExportWindow({ channel }: FramedWindow): ReactNode {
  const ready = channel.last('latchkey-frame-ready')
  const answer = channel.last('latchkey-frame-export')
  const done = channel.last('latchkey-frame-done')
  const key = useRef<CryptoKeyPair>(undefined)
  const [isAsked, setIsAsked] = useState(false)
  const [exported, setExported] = useState<Exported>()
  const [fault, setFault] = useState('')

  useEffect(() => {
    const pair = key.current
    if (!answer || !pair) return
    key.current = undefined
    const read = async (): Promise<void> => {
      const bytes = await open('export', pair, base64urlnopad.decode(answer.sealed))
      setExported(readExported(bytes))
      bytes.fill(0)
    }
    read().catch(() => setFault(words.unexpected))
  }, [answer])

  if (done?.isRefused) return <Said heading={words.refused} text={refusalWords(done)} tone="bad" />
  if (!ready) return <Waiting channel={channel} />
  const ask = async (): Promise<void> => {
    if (isAsked) return
    setIsAsked(true)
    const { pair, publicKey } = await oneTimeKey()
    key.current = pair
    channel.tell({ type: 'latchkey-window-export', sealTo: publicKey })
  }
  const actions = exported ? (
    <button type="button" className="primary" onClick={() => close()}>
      {words.close}
    </button>
  ) : (
    <>
      <button type="button" className="secondary" onClick={() => close()}>
        {words.close}
      </button>
      <button type="button" className="danger" aria-busy={isAsked} onClick={() => void ask()}>
        {words.export.show}
      </button>
    </>
  )
  return (
    <Shell heading={words.export.heading} actions={actions}>
      <Notice tone="bad">{words.export.warn}</Notice>
      <p className="text">
        {words.account}: <strong>{ready.label}</strong>
      </p>
      <p className="error" role="alert">
        {fault}
      </p>
      {exported ? (
        <>
          <Secret name={words.export.words} text={exported.words} isWords note={words.export.wordsText} />
          {exported.keys.map(([family, text]) => (
            <Secret key={family} name={words.export.keys[family]} text={text} />
          ))}
        </>
      ) : (
        <p className="status" role="status">
          {isAsked && !fault ? words.loading : ''}
        </p>
      )}
    </Shell>
  )
}

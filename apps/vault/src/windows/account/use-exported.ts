import { base64urlnopad } from '@scure/base'
import { useEffect, useRef, useState } from 'react'
import { openSecret } from '../../seal.ts'
import type { UseChannel } from '../page/use-channel.ts'
import { oneTimeKey } from '../recovery/recovery-key.ts'
import { words } from '../words.ts'
import { type Exported, readExported } from './read-exported.ts'

export interface UseExported {
  readonly isAsked: boolean
  readonly exported: Exported | undefined
  readonly fault: string
  /** Makes the frame seal the keys to a one-time key of this window. */
  readonly ask: () => Promise<void>
}

/** Seed words and private keys, decrypted in this window only. */
export function useExported(channel: Pick<UseChannel, 'last' | 'tell'>): UseExported {
  const answer = channel.last('latchkey-frame-export')
  const key = useRef<CryptoKeyPair>(undefined)
  const [isAsked, setIsAsked] = useState(false)
  const [exported, setExported] = useState<Exported>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    const pair = key.current
    if (!answer || !pair) return
    key.current = undefined
    const readAnswer = async (): Promise<void> => {
      const bytes = await openSecret('export', pair, base64urlnopad.decode(answer.sealed))
      setExported(readExported(bytes))
      bytes.fill(0)
    }
    readAnswer().catch(() => setFault(words.unexpected))
  }, [answer])
  const askExport = async (): Promise<void> => {
    if (isAsked) return
    setIsAsked(true)
    const { pair, publicKey } = await oneTimeKey()
    key.current = pair
    channel.tell({ type: 'latchkey-window-export', sealTo: publicKey })
  }
  return { isAsked, exported, fault, ask: askExport }
}

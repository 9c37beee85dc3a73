import { base64urlnopad } from '@scure/base'
import { useEffect, useRef, useState } from 'react'
import { openSecret } from '../../seal.ts'
import type { UseChannel } from '../page/use-channel.ts'
import { oneTimeKey } from '../recovery/recovery-key.ts'
import { words } from '../words.ts'
import { type Exported, readExported } from './read-exported.ts'

export interface ExportedKeysState {
  readonly isAsked: boolean
  readonly exported: Exported | undefined
  readonly fault: string
  /** Asks the frame to seal the wallet's keys to a one-time key of this window. */
  readonly ask: () => Promise<void>
}

/** The seed words and private keys, which are decrypted in this window and nowhere else. */
export function useExportedKeys(channel: Pick<UseChannel, 'last' | 'tell'>): ExportedKeysState {
  const answer = channel.last('latchkey-frame-export')
  const key = useRef<CryptoKeyPair>(undefined)
  const [isAsked, setIsAsked] = useState(false)
  const [exported, setExported] = useState<Exported>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    const sealKeyPair = key.current
    if (!answer || !sealKeyPair) return
    key.current = undefined
    const decryptExport = async (): Promise<void> => {
      const bytes = await openSecret('export', sealKeyPair, base64urlnopad.decode(answer.sealed))
      setExported(readExported(bytes))
      bytes.fill(0)
    }
    decryptExport().catch(() => setFault(words.unexpected))
  }, [answer])
  const askExport = async (): Promise<void> => {
    if (isAsked) return
    setIsAsked(true)
    const { pair: sealKeyPair, publicKey } = await oneTimeKey()
    key.current = sealKeyPair
    channel.tell({ type: 'latchkey-window-export', sealTo: publicKey })
  }
  return { isAsked, exported, fault, ask: askExport }
}

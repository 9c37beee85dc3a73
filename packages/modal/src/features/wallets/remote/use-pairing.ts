import { type Connection, getConnection, type Kit } from '@latchkey/core'
import { useEffect, useState } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import type { FurtherChunkWords } from '../../../words/words.ts'
import { transportOf } from '../../connect/transport-of.ts'

// Milliseconds for which the note is shown that the pairing link was renewed.
const renewedNoticeMs = 6000
// Milliseconds after which the view says that it is slow; the attempt continues.
const slowAfterMs = 8000

/**
 * The attempt to connect a remote wallet. The view starts it, unless a click has already started
 * it.
 */
export function usePairing(
  kit: Kit,
  modal: ViewModal<FurtherChunkWords>,
): {
  /** Id of the connector for remote wallets; absent when the kit has no transport. */
  readonly transport: string | undefined
  readonly connection: Connection
  readonly uri: string | undefined
  /** Whether the shown link has just replaced an older one. */
  readonly isRenewed: boolean
  /** Whether making the pairing link takes unusually long. */
  readonly isSlow: boolean
} {
  const transport = transportOf(kit.getState())?.id
  const { begin } = modal
  useEffect(() => {
    if (transport !== undefined) begin()
  }, [begin, transport])

  const uri = modal.getUri()
  const [shown, setShown] = useState({ uri, isRenewed: false })
  if (uri !== undefined && uri !== shown.uri) setShown({ uri, isRenewed: shown.uri !== undefined })
  useEffect(() => {
    if (!shown.isRenewed) return
    const timer = setTimeout(() => setShown({ ...shown, isRenewed: false }), renewedNoticeMs)
    return () => clearTimeout(timer)
  }, [shown])

  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (uri !== undefined) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), navigator.onLine ? slowAfterMs : 0)
    return () => clearTimeout(timer)
  }, [uri])
  const connection = getConnection(kit, { connector: transport ?? '' })
  return {
    transport,
    connection,
    uri,
    isRenewed: shown.isRenewed,
    isSlow: isSlow && uri === undefined,
  }
}

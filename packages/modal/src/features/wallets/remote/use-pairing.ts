import { type Connection, getConnection, type Kit } from '@latchkey/core'
import { useEffect, useState } from 'react'
import type { ViewModal } from '../../../contract/view.ts'
import type { FurtherChunkWords } from '../../../words/words.ts'
import { transportOf } from '../../connect/transport-of.ts'

// As long as it takes to read it.
const renewedMs = 6000
// Beyond this a visitor wonders; the attempt itself goes on.
const patienceMs = 8000

/**
 * The attempt to reach a wallet elsewhere, begun by the view itself where no click has begun it.
 */
export function usePairing(
  kit: Kit,
  modal: ViewModal<FurtherChunkWords>,
): {
  /** Absent where the kit has no way to wallets elsewhere. */
  readonly transport: string | undefined
  readonly connection: Connection
  readonly uri: string | undefined
  /** The link on the screen has just taken the place of an older one. */
  readonly isRenewed: boolean
  /** No link has come for longer than it should take. */
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
    const timer = setTimeout(() => setShown({ ...shown, isRenewed: false }), renewedMs)
    return () => clearTimeout(timer)
  }, [shown])

  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (uri !== undefined) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), navigator.onLine ? patienceMs : 0)
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

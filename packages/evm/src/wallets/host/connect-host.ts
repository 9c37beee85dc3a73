import { type AccountView, connect, getConnection, type Kit } from '@latchkey/core'
import { disconnectedIds } from '@latchkey/core/inside'
import { inWords } from '@latchkey/protocol'
import { hostIdPrefix } from '../page-wallet.ts'

/** Milliseconds to wait for the site or app around the page to say that it has a wallet. */
const defaultTimeoutMs = 2000

/**
 * Connects the wallet of the site or app in which the page is shown, such as the Safe app, without
 * a click of the visitor, and returns the wallet's accounts. Returns an empty list when there is no
 * such wallet, when the visitor has disconnected it before, or when it is connected already. For a
 * page that is in no frame and no app, no code of a wallet is loaded.
 * @throws what `connect` throws
 *
 * @example
 * await connectHost(kit)
 */
export function connectHost(
  kit: Kit,
  parameters: connectHost.Parameters = {},
): Promise<readonly AccountView[]> {
  return inWords(runConnectHost(kit, parameters))
}

export declare namespace connectHost {
  type Parameters = {
    /** Milliseconds to wait for the wallet; default 2000. */
    readonly timeoutMs?: number | undefined
    readonly signal?: AbortSignal | undefined
  }
}

async function runConnectHost(
  kit: Kit,
  { timeoutMs = defaultTimeoutMs, signal }: connectHost.Parameters,
): Promise<readonly AccountView[]> {
  // The kit looks for wallets only while it has a subscriber.
  const unsubscribe = kit.subscribe(() => {})
  try {
    const connector = await findHostId(kit, timeoutMs, signal)
    if (connector === undefined || disconnectedIds(kit).includes(connector)) return []
    if (getConnection(kit, { connector }).status !== 'idle') return []
    return await connect(kit, { connector, silent: true, signal })
  } finally {
    unsubscribe()
  }
}

function findHostId(
  kit: Kit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const readHostId = (): string | undefined =>
    Object.keys(kit.getState().connectors).find((id) => id.startsWith(hostIdPrefix))
  return new Promise((resolve) => {
    const end = (id?: string) => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', handleAbort)
      resolve(id)
    }
    const handleAbort = () => end()
    const timer = setTimeout(end, timeoutMs)
    const stop = kit.watch(() => {
      const id = readHostId()
      if (id) end(id)
    })
    signal?.addEventListener('abort', handleAbort)
    const id = readHostId()
    if (id || signal?.aborted) end(id)
  })
}

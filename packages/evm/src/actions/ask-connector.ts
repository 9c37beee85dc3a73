import type { Kit } from '@latchkey/core'
import { askWallet } from '@latchkey/core/inside'
import { type AccountId, type ChainId, chainOf, hasCode, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../connect/active-connector.ts'

/**
 * Sends one request to a connected wallet, waits for the answer while the wallet stays connected,
 * and gives its errors a Latchkey code. Throws `not-connected`, `feature-unsupported`,
 * `wallet-disconnected`, `aborted`, or the code of the wallet's error.
 */
export async function askConnector(
  kit: Kit,
  {
    method,
    params,
    chain,
    account,
    signal,
  }: {
    readonly method: string
    readonly params: readonly unknown[]
    /** CAIP-2 id of the chain that the request is for; default the wallet's present chain. */
    readonly chain?: ChainId | undefined
    /** CAIP-10 id of the account whose wallet is asked; default the active wallet. */
    readonly account?: AccountId | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<unknown> {
  const activeWallet = activeConnector(kit, account)
  const { connector, session } = activeWallet
  const { request } = connector.features
  if (!request) throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  try {
    return await askWallet(kit, activeWallet, signal, (innerSignal) =>
      request({ chain: chain ?? chainOf(session.selected), method, params, signal: innerSignal }),
    )
  } catch (cause) {
    if (hasCode(cause)) throw cause
    const { toLatchkeyError } = await import('./to-latchkey-error.ts')
    throw toLatchkeyError(cause)
  }
}

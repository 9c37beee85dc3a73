import type { Kit } from '@latchkey/core'
import { type AccountId, type ChainId, inWords, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../connect/active-connector.ts'

/**
 * What the connected wallet can do on each chain (EIP-5792). Throws `not-connected`,
 * `feature-unsupported`, or what the wallet threw.
 */
export function getCapabilities(
  kit: Kit,
  parameters: { readonly account?: AccountId; readonly signal?: AbortSignal } = {},
): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>> {
  return inWords(runGetCapabilities(kit, parameters))
}

async function runGetCapabilities(
  kit: Kit,
  parameters: { readonly account?: AccountId; readonly signal?: AbortSignal },
): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>> {
  const { connector, session } = activeConnector(kit)
  if (!connector.features.capabilities)
    throw new LatchkeyError('feature-unsupported', { reason: 'capabilities' })
  const { account = session.selected, signal = new AbortController().signal } = parameters
  return connector.features.capabilities({ account, signal })
}

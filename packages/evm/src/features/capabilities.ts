import { type AccountId, type ChainId, LatchkeyError } from '@latchkey/protocol'
import { addressOfAccount } from '../encoding/account.ts'
import { readChainId } from '../encoding/chain-id.ts'
import type { Wire } from '../wire.ts'

/**
 * `wallet_getCapabilities` (EIP-5792) by CAIP-2 chain; `eip155:0` holds for every chain. Throws
 * `wallet-answer-invalid`.
 */
export async function askCapabilities(
  wire: Wire,
  parameters: { readonly account: AccountId; readonly signal: AbortSignal },
): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>> {
  const { account, signal } = parameters
  const chain = account.slice(0, account.lastIndexOf(':')) as ChainId
  const answer = await wire.ask('wallet_getCapabilities', [addressOfAccount(account)], {
    chain,
    signal,
  })
  if (!isRecord(answer))
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'capabilities are no object' })
  const capabilitiesByChain: Record<ChainId, Readonly<Record<string, unknown>>> = {}
  for (const [key, value] of Object.entries(answer).slice(0, 1000)) {
    const id = /^0x0+$/.test(key) ? 'eip155:0' : readChainId(key)
    if (id && isRecord(value)) capabilitiesByChain[id] = value
  }
  return capabilitiesByChain
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

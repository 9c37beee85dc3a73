import { type AccountId, type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { CapabilitiesByChain, ChainCapabilities } from '../calls/capabilities.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain, readChainId } from '../encoding/chain-id.ts'
import type { Wire } from '../wire.ts'

/**
 * Asks the wallet for its capabilities (`wallet_getCapabilities`, EIP-5792) and returns them by
 * CAIP-2 chain; `eip155:0` holds for every chain. A standard capability is left out when the wallet
 * describes it in another form than the standard. Throws `wallet-answer-invalid`.
 */
export async function askCapabilities(
  wire: Wire,
  parameters: {
    readonly account: AccountId
    readonly chains?: readonly ChainId[]
    readonly signal: AbortSignal
  },
): Promise<CapabilitiesByChain> {
  const { account, chains, signal } = parameters
  const chain = account.slice(0, account.lastIndexOf(':')) as ChainId
  const params = [addressOfAccount(account), ...(chains ? [chains.map(hexOfChain)] : [])]
  const answer = await wire.ask('wallet_getCapabilities', params, { chain, signal })
  if (!isRecord(answer))
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'capabilities are no object' })
  const capabilitiesByChain: Record<ChainId, ChainCapabilities> = {}
  for (const [key, value] of Object.entries(answer).slice(0, 1000)) {
    const id = /^0x0+$/.test(key) ? 'eip155:0' : readChainId(key)
    if (id && isRecord(value)) capabilitiesByChain[id] = readChainCapabilities(value)
  }
  return capabilitiesByChain
}

const atomicStatuses: readonly unknown[] = ['supported', 'ready', 'unsupported']

function readChainCapabilities(value: Readonly<Record<string, unknown>>): ChainCapabilities {
  const { atomic, paymasterService, ...others } = value
  return {
    ...others,
    ...(isRecord(atomic) &&
      atomicStatuses.includes(atomic.status) && {
        atomic: atomic as NonNullable<ChainCapabilities['atomic']>,
      }),
    ...(isRecord(paymasterService) &&
      typeof paymasterService.supported === 'boolean' && {
        paymasterService: paymasterService as NonNullable<ChainCapabilities['paymasterService']>,
      }),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { listOf } from '../../decode/shapes.ts'
import { type SmartAccount, smartAccountOn } from './account.ts'
import { isDelegated } from './batch.ts'
import { type SmartRequest, smartNodeOf } from './smart-request.ts'

/**
 * Answers `wallet_getCapabilities` (EIP-5792) for one of the visitor's accounts.
 * @throws `rpc-invalid-params` | `wallet-unauthorized` (4100) when the visitor has no such account
 * on any of the chains
 */
export async function readCapabilities(
  context: SmartRequest,
): Promise<Readonly<Record<string, object>>> {
  const { vault, record, asked } = context
  const { address, chains } = readCapabilitiesAsked(asked.params)
  const ownAddress = record.addresses.eip155.toLowerCase()
  const servedChains = (Object.keys(vault.project.rpc) as ChainId[]).filter((chain) =>
    chain.startsWith('eip155:'),
  )
  const requestedChains = chains
    ? servedChains.filter((chain) => chains.includes(chain))
    : servedChains
  const capabilityEntries = await Promise.all(
    requestedChains.map(async (chain) => {
      const smart = await smartAccountOn(vault.project, record.addresses, chain)
      const isContract = smart?.address.toLowerCase() === address
      if (!isContract && address !== ownAddress) return []
      const id = `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}`
      return [[id, capabilitiesOf(isContract, await readBatchSupport(context, smart))] as const]
    }),
  )
  if (requestedChains.length > 0 && capabilityEntries.flat().length === 0)
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  return Object.fromEntries(capabilityEntries.flat())
}

/** Whether the wallet's EOA can execute several calls in one transaction. */
async function readBatchSupport(
  context: SmartRequest,
  smart: SmartAccount | undefined,
): Promise<'supported' | 'ready' | 'unsupported'> {
  if (!smart?.says.delegate) return 'unsupported'
  return (await isDelegated(smart, smartNodeOf(context, smart)).catch(() => false))
    ? 'supported'
    : 'ready'
}

/**
 * Capabilities of an account on one chain (EIP-5792).
 * @param canBatch - whether the key's own account can batch
 */
function capabilitiesOf(
  isContract: boolean,
  canBatch: 'supported' | 'ready' | 'unsupported',
): object {
  return { atomic: { status: isContract ? 'supported' : canBatch } }
}

/**
 * Reads the params `[address, chainIds?]`: the address in lower case, and the chains as CAIP-2 ids;
 * without `chainIds`, all chains.
 */
function readCapabilitiesAsked(params: unknown): {
  readonly address: string
  readonly chains: readonly ChainId[] | undefined
} {
  const [address, ids] = listOf(params, 2) ?? []
  const list = ids === undefined || ids === null ? undefined : listOf(ids, 100)
  const hasValidChains =
    !list || list.every((id) => typeof id === 'string' && /^0x[0-9a-f]{1,12}$/i.test(id))
  if (typeof address !== 'string' || !hasValidChains || (ids && !list))
    throw new LatchkeyError('rpc-invalid-params', { reason: 'address or chains' })
  return {
    address: address.toLowerCase(),
    chains: list?.map((id) => `eip155:${BigInt(id as string)}` as ChainId),
  }
}

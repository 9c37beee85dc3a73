import { accountId, type ChainId, defaultAccountTypes, namespaceOf } from '@latchkey/protocol'
import type { VaultAccount, VaultProject, VaultSession } from '@latchkey/protocol/vault'
import type { WalletAddresses } from '../../keys/addresses.ts'
import { smartAccountOn } from '../smart/account.ts'

/**
 * Human-readable part of bech32 addresses on each Bitcoin network, by the network's CAIP-2
 * reference.
 */
const networks: Readonly<Record<string, keyof WalletAddresses['bip122']>> = {
  '000000000019d6689c085ae165831e93': 'bc',
  '00000000da84f2bafbbc53dee25a72ae': 'tb',
  '00000008819873e925422c1ff0f99f7c': 'tb',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt',
}

/** The wallet's address on a chain; undefined when it has none there. */
export function addressOnChain(addresses: WalletAddresses, chain: ChainId): string | undefined {
  const [family, reference = ''] = chain.split(':')
  if (family === 'eip155') return addresses.eip155
  if (family === 'solana') return addresses.solana
  const network =
    family === 'bip122' && Object.hasOwn(networks, reference) ? networks[reference] : undefined
  return network && addresses.bip122[network]
}

/**
 * Whether the operator serves this chain. On Solana the key is the same on every network, and a
 * signature does not name its network, so only networks that the operator has a node for are
 * allowed.
 */
export function isServedChain(
  { namespaces, rpc }: Pick<VaultProject, 'namespaces' | 'rpc'>,
  chain: ChainId,
): boolean {
  const family = namespaceOf(chain)
  return (
    namespaces.some((allowed) => allowed === family) &&
    (family !== 'solana' || Object.hasOwn(rpc, chain))
  )
}

/**
 * The part of the visitor's session that the page may know. When a chain has both an EOA and a
 * contract account, the default kind for the chain family comes first.
 */
export async function describeSession(
  project: Pick<VaultProject, 'namespaces' | 'smart' | 'rpc'>,
  account: VaultAccount,
  addresses: WalletAddresses,
  { chains, expiresAt }: { readonly chains: readonly ChainId[]; readonly expiresAt: number },
): Promise<VaultSession> {
  const servedChains = chains.filter(
    (chain) => isServedChain(project, chain) && addressOnChain(addresses, chain) !== undefined,
  )
  const accountLists = servedChains.map(async (chain) => {
    const ownAccount = accountId(chain, addressOnChain(addresses, chain) ?? '')
    const accountOnSmartChain = await smartAccountOn(project, addresses, chain)
    const usualAccountType = defaultAccountTypes[namespaceOf(chain)]
    const accounts: VaultSession['accounts'][number][] = [
      { account: ownAccount, type: chain.startsWith('bip122:') ? 'payment' : 'eoa' },
      ...(accountOnSmartChain
        ? [
            {
              account: accountId(chain, accountOnSmartChain.address),
              type: 'smartAccount' as const,
            },
          ]
        : []),
    ]
    return accounts.sort(
      (a, b) => Number(b.type === usualAccountType) - Number(a.type === usualAccountType),
    )
  })
  return {
    account: account.account,
    identities: account.identities,
    accounts: (await Promise.all(accountLists)).flat(),
    chains: servedChains,
    isRecoverySet: account.methods.length > 0,
    expiresAt,
  }
}

import type { Session } from '@latchkey/core'
import { accountId, type Chain, type ChainId } from '@latchkey/protocol'
import { networkName, solanaDevnet, solanaLocal, solanaMainnet, solanaTestnet } from '../chains.ts'
import type { StandardAccount } from './account.ts'

/**
 * The session of a wallet: its accounts on each of `chains` that they support. The wallet's first
 * account is selected, on `preferredChain` if it supports that chain, else on the first of `chains`
 * that it supports. An account that supports none of `chains` is shown on its own chain.
 */
export function sessionOf(
  accounts: readonly StandardAccount[],
  chains: readonly Chain[],
  preferredChain?: ChainId,
): Session {
  const accountsWithChains = accounts.map(({ address, networks }) => {
    const chainIds = chains.map(({ id }) => id)
    const supportedChains =
      networks.length === 0
        ? chainIds
        : chainIds.filter((id) => networks.includes(`solana:${networkName(id)}`))
    return {
      address,
      on: supportedChains.length > 0 ? supportedChains : networks.slice(0, 1).map(chainOfNetwork),
    }
  })
  const [first] = accountsWithChains
  const selectedChain =
    first?.on.find((id) => id === preferredChain) ?? first?.on[0] ?? solanaMainnet.id
  return {
    namespace: 'solana',
    chains: [...new Set(accountsWithChains.flatMap(({ on: supportedChains }) => supportedChains))],
    accounts: accountsWithChains.flatMap(({ address, on: supportedChains }) =>
      supportedChains.map((chain) => ({
        account: accountId(chain, address),
        type: 'eoa' as const,
      })),
    ),
    selected: accountId(selectedChain, first?.address ?? ''),
  }
}

function chainOfNetwork(network: string): ChainId {
  const knownChains = [solanaMainnet, solanaDevnet, solanaTestnet, solanaLocal]
  return (
    knownChains.find(({ id }) => `solana:${networkName(id)}` === network)?.id ??
    (network as ChainId)
  )
}

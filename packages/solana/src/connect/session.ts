import type { Session } from '@latchkey/core'
import { accountId, type Chain, type ChainId } from '@latchkey/protocol'
import { networkName, solanaDevnet, solanaLocal, solanaMainnet, solanaTestnet } from '../chains.ts'
import type { StandardAccount } from './account.ts'

/**
 * The session of a wallet: its accounts on each of `chains` that they support. Selected is the
 * wallet's first account on `wished`, else on the first of `chains` that it supports; an account
 * that supports none of them is shown on its own chain.
 */
export function sessionOf(
  accounts: readonly StandardAccount[],
  chains: readonly Chain[],
  wished?: ChainId,
): Session {
  const everywhere = accounts.map(({ address, networks }) => {
    const ids = chains.map(({ id }) => id)
    const on =
      networks.length === 0
        ? ids
        : ids.filter((id) => networks.includes(`solana:${networkName(id)}`))
    return { address, on: on.length > 0 ? on : networks.slice(0, 1).map(chainOfNetwork) }
  })
  const [first] = everywhere
  const here = first?.on.find((id) => id === wished) ?? first?.on[0] ?? solanaMainnet.id
  return {
    namespace: 'solana',
    chains: [...new Set(everywhere.flatMap(({ on }) => on))],
    accounts: everywhere.flatMap(({ address, on }) =>
      on.map((chain) => ({ account: accountId(chain, address), type: 'eoa' as const })),
    ),
    selected: accountId(here, first?.address ?? ''),
  }
}

function chainOfNetwork(network: string): ChainId {
  const known = [solanaMainnet, solanaDevnet, solanaTestnet, solanaLocal]
  return known.find(({ id }) => `solana:${networkName(id)}` === network)?.id ?? (network as ChainId)
}

import { type AccountView, getAccount, type Kit } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { type Address, getAddress } from 'viem'
import { numberOf } from './wagmi-chains.ts'

/** The kit's connection in the shape in which wagmi keeps connections. */
export interface KitConnection {
  /** Addresses with their checksum (EIP-55), each once, the selected one first. */
  readonly accounts: readonly [Address, ...Address[]]
  /** Number of the wallet's chain, which may be none of the kit's. */
  readonly chainId: number
}

/** The account of the kit's Ethereum-like wallet. */
export function readAccount(kit: Kit): AccountView<'eip155'> {
  return getAccount(kit, { namespace: 'eip155' })
}

/** The kit's connection; undefined while no Ethereum-like wallet is connected. */
export function readConnection(kit: Kit): KitConnection | undefined {
  const view = readAccount(kit)
  if (view.status !== 'connected') return undefined
  const selected = getAddress(view.address)
  const shared = view.accounts.map(({ account }) => getAddress(addressOf(account)))
  const others = new Set(shared.filter((address) => address !== selected))
  return { accounts: [selected, ...others], chainId: numberOf(view.chain) }
}

/** Like `readConnection`. Throws `not-connected` while no wallet is connected. */
export function requireConnection(kit: Kit): KitConnection {
  const connection = readConnection(kit)
  if (connection) return connection
  throw new LatchkeyError('not-connected', { reason: 'no wallet is connected on eip155' })
}

/** Number of the chain that the visitor has chosen for the time without a wallet. */
export function readPreferredChain(kit: Kit): number | undefined {
  const { eip155 } = kit.getState().chains
  return eip155 === undefined ? undefined : numberOf(eip155)
}

import { type AccountView, getAccount, type Kit } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { type Address, getAddress } from 'viem'
import { numberOf } from './wagmi-chains.ts'

/** The kit's connection in the form in which wagmi stores connections. */
export interface KitConnection {
  /** Addresses with their checksum (EIP-55), each once, the selected one first. */
  readonly accounts: readonly [Address, ...Address[]]
  /** Number of the wallet's chain; the kit need not have this chain. */
  readonly chainId: number
}

/** Returns the account of the Ethereum-like wallet that the kit has connected. */
export function readAccount(kit: Kit): AccountView<'eip155'> {
  return getAccount(kit, { namespace: 'eip155' })
}

/** Returns the kit's connection; undefined while no Ethereum-like wallet is connected. */
export function readConnection(kit: Kit): KitConnection | undefined {
  const view = readAccount(kit)
  if (view.status !== 'connected') return undefined
  const selected = getAddress(view.address)
  const shared = view.accounts.map(({ account }) => getAddress(addressOf(account)))
  const others = new Set(shared.filter((address) => address !== selected))
  return { accounts: [selected, ...others], chainId: numberOf(view.chain) }
}

/**
 * Returns the kit's connection like `readConnection`, but throws `not-connected` while no
 * Ethereum-like wallet is connected.
 */
export function requireConnection(kit: Kit): KitConnection {
  const connection = readConnection(kit)
  if (connection) return connection
  throw new LatchkeyError('not-connected', { reason: 'no wallet is connected on eip155' })
}

/** Returns the number of the chain that is chosen for the time while no wallet is connected. */
export function readPreferredChain(kit: Kit): number | undefined {
  const { eip155 } = kit.getState().chains
  return eip155 === undefined ? undefined : numberOf(eip155)
}

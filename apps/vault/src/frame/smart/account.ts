import type { ChainId } from '@latchkey/protocol'
import type { VaultProject, VaultSmart } from '@latchkey/protocol/vault'
import type { WalletAddresses } from '../../keys/addresses.ts'

/** A smart-contract account (ERC-4337) of the wallet, deployed or not. */
export interface SmartAccount {
  readonly chain: ChainId
  /** Address of the contract account, with the EIP-55 checksum. */
  readonly address: string
  /** Address of the wallet's EOA, which owns the contract account. */
  readonly owner: string
  readonly says: VaultSmart
}

/** The contract account on a chain; undefined when the operator names no contracts for it. */
export async function smartAccountOn(
  { smart }: Pick<VaultProject, 'smart'>,
  { eip155: owner }: WalletAddresses,
  chain: ChainId,
): Promise<SmartAccount | undefined> {
  const settings = smart && Object.hasOwn(smart, chain) ? smart[chain] : undefined
  if (!settings) return undefined
  const { smartAddress } = await import('../../keys/smart-address.ts')
  return { chain, address: smartAddress(settings, owner), owner, says: settings }
}

import type { ChainId } from '@latchkey/protocol'
import type { VaultProject, VaultSmart } from '@latchkey/protocol/vault'
import type { WalletAddresses } from '../../keys/addresses.ts'

/** A contract account, created on the chain or not yet. */
export interface SmartAccount {
  readonly chain: ChainId
  /** Address of the contract account, with the EIP-55 checksum. */
  readonly address: string
  /** Address of the key's own account. */
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

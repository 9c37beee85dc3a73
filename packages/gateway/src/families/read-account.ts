import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../base/config/schema.ts'
import { refusal } from '../base/refuse.ts'
import { familyOfAddress, familyOfChain } from './families.ts'

/** The account of a request. */
export interface RequestedAccount {
  /** Account address in the canonical spelling of its chain family. */
  readonly account: string
  /** The requested chain, or else all configured chains on which the address is valid. */
  readonly chains: readonly ChainId[]
}

/**
 * Reads the account of a request. Its address decides the chain family, so the request never
 * reaches a chain of another family.
 * @throws a refusal: 400 for an invalid address, or one that is not valid on the requested chain
 */
export function readAccount(
  address: string,
  chainId: ChainId | undefined,
  { chains }: Pick<Config, 'chains'>,
): RequestedAccount {
  const family = chainId ? familyOfChain(chainId) : familyOfAddress(address)
  if (chainId && !family)
    throw refusal(400, 'chainId', `Accounts of ${chainId} are not served here`)
  if (!family?.isAddress(address, chainId))
    throw refusal(400, 'address', 'This is no account address')
  const familyChains = chains
    .map(({ id }) => id)
    .filter((id) => familyOfChain(id) === family && family.isAddress(address, id))
  return { account: family.normal(address), chains: chainId ? [chainId] : familyChains }
}

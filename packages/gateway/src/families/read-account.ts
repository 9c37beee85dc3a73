import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../base/config/schema.ts'
import { refusal } from '../base/refuse.ts'
import { familyOf, familyOfAddress } from './families.ts'

/** An account of the wire. */
export interface AskedAccount {
  /** In its family's one spelling. */
  readonly account: string
  /** The one asked for, else every chain of the operator it can be on. */
  readonly chains: readonly ChainId[]
}

/**
 * Whose account this is, by its address alone: one of one family never asks another's chain.
 * @throws a refusal: 400 for what is no address, or none on the chain asked for
 */
export function readAccount(
  address: string,
  chainId: ChainId | undefined,
  { chains }: Pick<Config, 'chains'>,
): AskedAccount {
  const family = chainId ? familyOf(chainId) : familyOfAddress(address)
  if (chainId && !family)
    throw refusal(400, 'chainId', `Accounts of ${chainId} are not served here`)
  if (!family?.isAddress(address, chainId))
    throw refusal(400, 'address', 'This is no account address')
  const own = chains
    .map(({ id }) => id)
    .filter((id) => familyOf(id) === family && family.isAddress(address, id))
  return { account: family.normal(address), chains: chainId ? [chainId] : own }
}

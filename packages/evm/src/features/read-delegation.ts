import type { Delegation } from '@latchkey/core'
import { type AccountId, chainOf, LatchkeyError } from '@latchkey/protocol'
import type { ReadDelegation, readDelegationMethod } from '@latchkey/protocol/vault'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress } from '../encoding/address.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import type { Wire } from '../wire.ts'

/**
 * The method's name is repeated here, because importing the contract's constant would make one more
 * shared file for every page.
 */
const method: typeof readDelegationMethod = 'latchkey_readDelegation'

/**
 * Which code an account runs (EIP-7702), as a wallet with this method reports it. Throws
 * `wallet-answer-invalid`, or what the wallet threw.
 */
export async function readDelegation(
  wire: Wire,
  { account, signal }: { readonly account: AccountId; readonly signal: AbortSignal },
): Promise<Delegation | null> {
  const chain = chainOf(account)
  const params: ReadDelegation['params'] = [
    { from: addressOfAccount(account), chainId: hexOfChain(chain) },
  ]
  const answer = await wire.ask(method, params, { chain, signal })
  const { to, isOwners } = (answer ?? {}) as { readonly to?: unknown; readonly isOwners?: unknown }
  if (to === null) return null
  if (!isAddress(to) || typeof isOwners !== 'boolean')
    throw new LatchkeyError('wallet-answer-invalid', { reason: `${method} answered no address` })
  return { to, isOwners }
}

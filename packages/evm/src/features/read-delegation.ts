import type { Delegation } from '@latchkey/core'
import { type AccountId, chainOf, LatchkeyError } from '@latchkey/protocol'
import type { ReadDelegation, readDelegationMethod } from '@latchkey/protocol/vault'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress } from '../encoding/address.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import type { Wire } from '../wire.ts'

/**
 * The name of the method in the vault's protocol. It is written out here, because importing the
 * protocol's constant would add one more shared file to every page.
 */
const method: typeof readDelegationMethod = 'latchkey_readDelegation'

/**
 * Asks a wallet that has this method which contract's code an account runs (EIP-7702). Throws
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

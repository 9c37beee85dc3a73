import { type AccountId, chainOf, LatchkeyError } from '@latchkey/protocol'
import type { endDelegationMethod, ReadDelegation } from '@latchkey/protocol/vault'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import { isHash } from '../encoding/hex.ts'
import type { Wire } from '../wire.ts'

const method: typeof endDelegationMethod = 'latchkey_endDelegation'

/**
 * Asks the wallet to end an account's delegation (EIP-7702). Throws `wallet-answer-invalid`, or
 * what the wallet threw.
 */
export async function endDelegation(
  wire: Wire,
  { account }: { readonly account: AccountId; readonly signal: AbortSignal },
): Promise<{ readonly hash: string }> {
  const chain = chainOf(account)
  const params: ReadDelegation['params'] = [
    { from: addressOfAccount(account), chainId: hexOfChain(chain) },
  ]
  // The abort signal does not end this request: the wallet may still send the transaction.
  const hash = await wire.ask(method, params, { chain })
  if (!isHash(hash))
    throw new LatchkeyError('wallet-answer-invalid', { reason: `${method} answered no hash` })
  return { hash }
}

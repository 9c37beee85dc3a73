import { type AccountId, inWords, namespaceOf } from '@latchkey/protocol'
import type { Delegation } from '../contract/delegation.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { askWallet, getWalletOf, hasAccount } from '../wallet/ask-wallet.ts'

/**
 * Reads which contract's code controls an account in addition to its key (EIP-7702), as the
 * connected wallet reports it. Null when there is no such code, or when the wallet does not report
 * it. @throws `not-connected` | `account-missing` | `wallet-answer-invalid` | `wallet-disconnected`
 * | `aborted` | the code from `Adapter.explain`
 */
export function readDelegation(
  kit: Kit,
  parameters: { readonly account: AccountId; readonly signal?: AbortSignal | undefined },
): Promise<Delegation | null> {
  return inWords(runReadDelegation(kit, parameters))
}

async function runReadDelegation(
  kit: Kit,
  { account, signal }: { readonly account: AccountId; readonly signal?: AbortSignal | undefined },
): Promise<Delegation | null> {
  const namespace = namespaceOf(account)
  const wallet = getWalletOf(kit, account)
  if (!hasAccount(wallet.session, account)) refuseWith('account-missing', account)
  const readFromWallet = wallet.connector.features.readDelegation
  if (!readFromWallet) return null
  try {
    return await askWallet(kit, wallet, signal, (innerSignal) =>
      readFromWallet({ account, signal: innerSignal }),
    )
  } catch (cause) {
    throw toError(kit, [namespace], cause)
  }
}

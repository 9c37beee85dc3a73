import { type AccountId, inWords, namespaceOf } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { askWallet, getActiveWallet } from '../wallet/ask-wallet.ts'

/**
 * Ends the delegation of an account (EIP-7702), so that only the account's own key controls it, and
 * no contract code any more. The wallet sends a transaction of the account itself, and the account
 * pays the fee. The delegation has ended once `readDelegation` returns null.
 * @throws `not-connected` | `account-missing` | `feature-unsupported` | `user-rejected` |
 * `wallet-answer-invalid` | `wallet-disconnected` | `aborted` | the code from `Adapter.explain`
 */
export function endDelegation(
  kit: Kit,
  parameters: { readonly account: AccountId; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly hash: string }> {
  return inWords(runEndDelegation(kit, parameters))
}

async function runEndDelegation(
  kit: Kit,
  { account, signal }: { readonly account: AccountId; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly hash: string }> {
  const namespace = namespaceOf(account)
  const activeWallet = getActiveWallet(kit, namespace)
  if (!activeWallet.session.accounts.some((grantedAccount) => grantedAccount.account === account))
    refuseWith('account-missing', account)
  const endInWallet =
    activeWallet.connector.features.endDelegation ??
    refuseWith('feature-unsupported', 'endDelegation')
  try {
    return await askWallet(kit, activeWallet, signal, (innerSignal) =>
      endInWallet({ account, signal: innerSignal }),
    )
  } catch (cause) {
    throw toError(kit, [namespace], cause)
  }
}

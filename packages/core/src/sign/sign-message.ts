import { type AccountId, inWords, type Namespace, namespaceOf } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { askWallet, getActiveWallet, hasAccount } from '../wallet/ask-wallet.ts'

/**
 * Asks a connected wallet to sign a text or bytes: the wallet of the given account, even if it is
 * not the active one.
 * @throws `not-connected` | `account-missing` | `feature-unsupported` | `user-rejected` |
 * `signature-failed` | `wallet-answer-invalid` | `wallet-disconnected` | `aborted` | the code from
 * `Adapter.explain`
 */
export function signMessage(
  kit: Kit,
  parameters: signMessage.Parameters,
): Promise<signMessage.ReturnType> {
  return inWords(runSignMessage(kit, parameters))
}

/**
 * Does what `signMessage` does; the message of its errors is not yet worded from the error table.
 * `isSignIn` is passed on to the wallet's feature `signMessage`.
 */
export async function runSignMessage(
  kit: Kit,
  parameters: signMessage.Parameters & { readonly isSignIn?: true },
): Promise<signMessage.ReturnType> {
  const {
    message,
    account: requestedAccount,
    namespace: requestedNamespace,
    isSignIn,
    signal,
  } = parameters
  const namespace =
    requestedNamespace ??
    (requestedAccount === undefined ? kit.getState().namespace : namespaceOf(requestedAccount))
  const wallet = getActiveWallet(kit, namespace, requestedAccount)
  const account = requestedAccount ?? wallet.session.selected
  if (!hasAccount(wallet.session, account)) refuseWith('account-missing', account)
  const { signMessage: signInWallet } = wallet.connector.features
  if (!signInWallet) return refuseWith('feature-unsupported', 'signMessage')
  try {
    const answer = await askWallet(kit, wallet, signal, (innerSignal) =>
      signInWallet({ account, message, ...(isSignIn && { isSignIn }), signal: innerSignal }),
    )
    return { signature: checkSignature(answer?.signature), account }
  } catch (cause) {
    throw toError(kit, [namespace], cause, { unknown: 'signature-failed' })
  }
}

export declare namespace signMessage {
  type Parameters = {
    readonly message: string | Uint8Array
    /**
     * CAIP-10 id of the account that signs, which any of the connected wallets may have; default
     * the selected account of the namespace.
     */
    readonly account?: AccountId | undefined
    /**
     * Namespace whose selected account signs; default the namespace of `account`, else the one that
     * is shown.
     */
    readonly namespace?: Namespace | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = { readonly signature: string; readonly account: AccountId }
}

/** Checks that a signature is a text of limited length; signatures of contract wallets are long. */
export function checkSignature(signature: unknown): string {
  return typeof signature === 'string' && signature.length > 0 && signature.length <= 100_000
    ? signature
    : refuseWith('wallet-answer-invalid', 'no signature')
}

import { type AccountId, inWords, type Namespace } from '@latchkey/protocol'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { getActiveWallet } from '../wallet/ask-wallet.ts'
import { askChallenge, signInOptionsOf } from './ask-server.ts'
import { checkDomain, checkText, type SignInText } from './check-text.ts'
import { pendingSignOut } from './follow-sign-in.ts'
import { signInMessage } from './sign-in-message.ts'

/** Milliseconds after which a challenge counts as too old; servers keep theirs for minutes. */
const challengeLifeMs = 240_000

/** A prepared sign-in, which the visitor can read before the wallet is asked. */
export interface SignInRequest extends SignInText {
  readonly account: AccountId
  /** The exact text that the wallet is asked to sign. */
  readonly message: string
  /** The fields of the server's challenge; absent when the server wrote the whole text. */
  readonly challenge?: SignInChallenge
  /** Time from which the challenge is too old to be signed, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Fetches the text that the wallet will be asked to sign, so that a page can show it before the
 * visitor's click, and the click can ask the wallet at once. The text is checked: it must name this
 * page's domain and the account.
 * @throws `config-invalid` without `signIn` and without a gateway | `not-connected` |
 *   `authentication-failed` | `sign-in-failed`
 */
export function prepareSignIn(
  kit: Kit,
  parameters: prepareSignIn.Parameters = {},
): Promise<SignInRequest> {
  return inWords(runPrepareSignIn(kit, parameters))
}

/**
 * Does what `prepareSignIn` does; the message of its errors is not yet worded from the error table.
 */
export async function runPrepareSignIn(
  kit: Kit,
  { namespace: requestedNamespace }: prepareSignIn.Parameters,
): Promise<SignInRequest> {
  signInOptionsOf(kit)
  const namespace = requestedNamespace ?? kit.getState().namespace
  const { connector, session } = getActiveWallet(kit, namespace)
  const account = session.selected
  try {
    // A sign-out that is still on its way to the server would end the new session.
    await pendingSignOut(kit)
    const challenge = await askChallenge(kit, account)
    const latest = Date.now() + challengeLifeMs
    if ('message' in challenge) {
      const { message } = challenge
      return { ...checkText(kit, account, message), account, message, expiresAt: latest }
    }
    checkDomain(kit, challenge.domain)
    const { signInText } = connector.features
    const message = signInText
      ? await signInText({ account, challenge })
      : signInMessage(account, challenge, adapterOf(kit, namespace).name)
    const end = Date.parse(challenge.expirationTime ?? '')
    return {
      ...checkText(kit, account, message),
      account,
      message,
      challenge,
      expiresAt: Number.isFinite(end) ? Math.min(end, latest) : latest,
    }
  } catch (cause) {
    throw toError(kit, [namespace], cause, { unknown: 'sign-in-failed' })
  }
}

export declare namespace prepareSignIn {
  type Parameters = {
    /** Chain family of the account that signs in; default: the one that the page shows. */
    readonly namespace?: Namespace | undefined
  }
  type ReturnType = SignInRequest
}

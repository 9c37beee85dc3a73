import type { SiwxRules } from '../create-rules.ts'
import { readAccount } from '../families/read-account.ts'
import type { SiwxChallenge } from '../stores/siwx-store.ts'
import { hashToken, makeNonce } from './random.ts'

/**
 * Issues a challenge and stores it until it is answered or expires. It can be answered by one
 * account; without `account`, by the account that the visitor chooses in a prompt that connects and
 * signs in.
 * @throws `account-invalid` | `chain-unsupported`
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const challenge = await issueChallenge(siwx, { account })
 */
export async function issueChallenge(
  siwx: SiwxRules,
  request: {
    /**
     * CAIP-10 id, still unchecked. Undefined when the visitor chooses the account in the prompt.
     */
    readonly account?: unknown
    /** Value of the browser's cookie; undefined when challenges are not bound to browsers. */
    readonly browser?: string | undefined
  },
): Promise<SiwxChallenge> {
  const account =
    request.account === undefined ? undefined : readAccount(request.account, siwx.chains)
  const now = siwx.now()
  const challenge: SiwxChallenge = {
    domain: siwx.domain,
    uri: siwx.uri,
    nonce: makeNonce(),
    ...(siwx.statement !== undefined && { statement: siwx.statement }),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + siwx.challengeLifetimeMs).toISOString(),
    ...(siwx.resources.length > 0 && { resources: siwx.resources }),
  }
  const browser = request.browser === undefined ? undefined : hashToken(request.browser)
  // The store keeps a challenge for twice its lifetime, so that a late proof is refused as expired
  // and not as one with an unknown nonce.
  await siwx.store.putNonce(
    challenge.nonce,
    {
      challenge,
      ...(account !== undefined && { account }),
      ...(browser !== undefined && { browser }),
    },
    now + 2 * siwx.challengeLifetimeMs,
  )
  return challenge
}

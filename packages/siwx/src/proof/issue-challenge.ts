import type { SiwxRules } from '../create-siwx.ts'
import { readAccount } from '../families/read-account.ts'
import type { SiwxChallenge } from '../stores/siwx-store.ts'
import { hashToken, makeNonce } from './random.ts'

/**
 * Issues a challenge and keeps it until its proof comes, or its time is over. It is good for one
 * account, or, where one prompt connects and signs in, for the account that the visitor picks there.
 * @throws `account-invalid` | `chain-unsupported`
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const challenge = await issueChallenge(siwx, { account })
 */
export async function issueChallenge(
  siwx: SiwxRules,
  request: {
    /** CAIP-10, as it came: it is checked here. Undefined: the visitor picks it. */
    readonly account?: unknown
    /** The browser's cookie, where the challenge is bound to it. */
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
  // It is kept for longer than it is good, so that whoever is late hears that, and not that the
  // nonce is unknown.
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

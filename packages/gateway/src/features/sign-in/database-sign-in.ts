import { type ChainId, namespaceOf } from '@latchkey/protocol'
import { createRules, issueChallenge, type SiwxRules, verifyProof } from '@latchkey/siwx'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Config } from '../../base/config/schema.ts'
import { signInChallenges, signInSessions } from '../../data/sign-in-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { SignIn, SignInSite } from '../../ports/sign-in-port.ts'
import { challengeStore } from './challenge-store.ts'
import { hashToken, isToken, makeToken } from './tokens.ts'

export interface SignInDependencies {
  readonly db: Sql
  readonly settings: NonNullable<Config['signIn']>
  /** The chains of the gateway. Their nodes are asked whether a contract accepts a signature. */
  readonly chains: Config['chains']
  readonly now: () => number
}

/** The sign-in with its challenges and sessions in the database, which all replicas share. */
export interface DatabaseSignIn extends SignIn {
  /** Deletes challenges and sessions that have expired. */
  sweep(): Promise<void>
}

export function databaseSignIn(dependencies: SignInDependencies): DatabaseSignIn {
  const { db, settings, now } = dependencies
  const { statement, challengeLifetimeMs, sessionLifetimeMs } = settings
  const rpc = listNodes(dependencies.chains)
  /**
   * Makes the sign-in rules of one site. The domain in the site's sign-in texts is the host of the
   * page that asked.
   */
  const rulesOf = (site: SignInSite): SiwxRules =>
    createRules(
      {
        domain: new URL(site.origin).host,
        uri: site.origin,
        origins: [site.origin],
        rpc,
        challengeLifetimeMs,
        ...(statement !== undefined && { statement }),
        now,
      },
      challengeStore(db, site, now),
    )
  const isSessionOf = (project: string, token: string) =>
    and(eq(signInSessions.tokenHash, hashToken(token)), eq(signInSessions.projectId, project))
  return {
    issueChallenge: (site, request) => issueChallenge(rulesOf(site), request),
    async verify(site, proof, browser) {
      const account = await verifyProof(rulesOf(site), proof, browser)
      const token = makeToken()
      const issuedAt = now()
      const session = { ...site, account, issuedAt, expiresAt: issuedAt + sessionLifetimeMs }
      const { project: projectId, ...row } = session
      await db.insert(signInSessions).values({ tokenHash: hashToken(token), projectId, ...row })
      return { token, session }
    },
    async find(project, token) {
      if (!isToken(token)) return undefined
      const [row] = await db
        .select()
        .from(signInSessions)
        .where(and(isSessionOf(project, token), gt(signInSessions.expiresAt, now())))
      if (!row) return undefined
      const { origin, account, issuedAt, expiresAt } = row
      return { project, origin, account, issuedAt, expiresAt }
    },
    async end(project, token) {
      if (!isToken(token)) return false
      const ended = await db
        .delete(signInSessions)
        .where(isSessionOf(project, token))
        .returning({ account: signInSessions.account })
      return ended.length > 0
    },
    async sweep() {
      await db.delete(signInChallenges).where(lte(signInChallenges.expiresAt, now()))
      await db.delete(signInSessions).where(lte(signInSessions.expiresAt, now()))
    },
  }
}

/** Lists the nodes of the EVM chains, by CAIP-2 id. */
function listNodes(chains: Config['chains']): Readonly<Record<ChainId, readonly string[]>> {
  return Object.fromEntries(
    chains.filter(({ id }) => namespaceOf(id) === 'eip155').map(({ id, rpcUrls }) => [id, rpcUrls]),
  )
}

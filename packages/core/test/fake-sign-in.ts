import type { AccountId } from '@latchkey/protocol'
import type { Proof } from '../src/contract/session.ts'
import type { SignInChallenge } from '../src/contract/sign-in-challenge.ts'
import type { SignInProvider, SignInSession } from '../src/contract/sign-in-provider.ts'

export const challenge: SignInChallenge = {
  domain: 'd.example',
  uri: 'https://d.example',
  nonce: 'abcdefgh1',
  issuedAt: '2026-01-01T00:00:00Z',
}

export interface FakeSignInServer extends SignInProvider {
  /** Names of the calls that were made, in their order. */
  readonly calls: string[]
  readonly proofs: Proof[]
  /**
   * The accounts for which challenges were fetched; undefined where the account was not known yet.
   */
  readonly asked: (AccountId | undefined)[]
  present: SignInSession | null
  /** What the named calls answer instead of their usual answer; an `Error` is thrown. */
  answers: Partial<Record<keyof SignInProvider, unknown>>
}

/** A sign-in server in memory that accepts every proof. */
export function fakeSignInServer(
  present: SignInSession | null = null,
  more: Partial<SignInSession> = {},
): FakeSignInServer {
  const take = (name: keyof SignInProvider, usual: () => unknown): Promise<never> => {
    server.calls.push(name)
    const other = server.answers[name]
    if (other instanceof Error) return Promise.reject(other)
    return Promise.resolve((other === undefined ? usual() : other) as never)
  }
  const server: FakeSignInServer = {
    calls: [],
    proofs: [],
    asked: [],
    present,
    answers: {},
    challenge({ account }) {
      server.asked.push(account)
      return take('challenge', () => challenge)
    },
    verify(proof) {
      server.proofs.push(proof)
      return take('verify', () => {
        server.present = { accounts: [proof.account], ...more }
        return server.present
      })
    },
    session: () => take('session', () => server.present),
    signOut: () =>
      take('signOut', () => {
        server.present = null
      }),
  }
  return server
}

import type { Proof, SignInProvider, SignInSession } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import type { Setup } from './setup.ts'

/** A server to sign in to, with what a test sees and changes of it. */
export interface SignInStage {
  readonly provider: SignInProvider
  readonly calls: (keyof SignInProvider)[]
  readonly proofs: Proof[]
  /** Calls that are not answered. */
  readonly failing: Set<keyof SignInProvider>
  /** Ends the session as the server, without the page. */
  forget(): void
}

const key = 'stage:session'

/** Believes every proof; the session is kept where a reload finds it. */
export function signInStage(setup: NonNullable<Setup['signIn']>): SignInStage {
  const calls: (keyof SignInProvider)[] = []
  const proofs: Proof[] = []
  const failing = new Set(setup.fails ?? [])
  const hear = (name: keyof SignInProvider): void => {
    calls.push(name)
    if (failing.has(name)) throw new Error(`${name}: no answer`)
  }
  const { statement, message } = setup
  const provider: SignInProvider = {
    async challenge({ account }) {
      hear('challenge')
      if (message !== undefined && account !== undefined)
        return { message: message.replace('{account}', addressOf(account)) }
      return {
        domain: location.host,
        uri: location.origin,
        nonce: 'abcdefgh12345678',
        issuedAt: new Date().toISOString(),
        ...(statement !== undefined && { statement }),
      }
    },
    async verify(proof) {
      hear('verify')
      proofs.push(proof)
      const session: SignInSession = { accounts: [proof.account] }
      localStorage.setItem(key, JSON.stringify(session))
      return session
    },
    async session() {
      hear('session')
      return JSON.parse(localStorage.getItem(key) ?? 'null')
    },
    async signOut() {
      hear('signOut')
      localStorage.removeItem(key)
    },
  }
  return { provider, calls, proofs, failing, forget: () => localStorage.removeItem(key) }
}

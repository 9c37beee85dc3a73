import type { Proof, SignInProvider, SignInSession } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import type { Setup } from './setup.ts'

/** A sign-in server in the page, with what a test can read and change. */
export interface SignInStage {
  readonly provider: SignInProvider
  readonly calls: (keyof SignInProvider)[]
  readonly proofs: Proof[]
  /** The calls that fail now. */
  readonly failing: Set<keyof SignInProvider>
  /** Ends the session on the server, without telling the page. */
  forget(): void
}

const key = 'stage:session'

/**
 * Creates a sign-in server that accepts every proof. It keeps the session in storage, so that the
 * session outlives a reload.
 */
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

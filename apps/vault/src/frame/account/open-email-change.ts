import { LatchkeyError } from '@latchkey/protocol'
import type { CodeAsked, LoginStep, VaultSession } from '@latchkey/protocol/vault'
import type { SignIn } from './open-sign-in.ts'

/** A change of the address: a code to the old one, then one to the new. */
export interface EmailChange {
  readonly begin: (email: string) => Promise<LoginStep>
  readonly confirmCode: (code: string) => Promise<LoginStep>
  /** Another code, to the address whose code is waited for. */
  readonly resendCode: () => Promise<LoginStep>
}

/** @param session - what stands, read anew */
export function openEmailChange(
  signIn: SignIn,
  session: () => Promise<VaultSession | null>,
): EmailChange {
  const codeStep = ({ expiresAt, resendAt }: CodeAsked, email: string): LoginStep => ({
    step: 'code',
    purpose: 'email',
    email,
    expiresAt,
    resendAt,
  })
  let begun: { readonly challenge: string; readonly email: string; readonly to: string } | null =
    null
  return {
    async begin(email) {
      const { identities } = await signIn.call('GET /api/account', undefined)
      const asked = await signIn.call('POST /api/email/change', { email: email.trim() })
      // An account without an address confirms the new one alone.
      const to = identities.find(({ kind }) => kind === 'email')?.label ?? email.trim()
      begun = { challenge: asked.challenge, email: email.trim(), to }
      return codeStep(asked, to)
    },
    async confirmCode(code) {
      if (!begun) throw new LatchkeyError('code-expired')
      const answer = await signIn.call('POST /api/email/change/verify', {
        challenge: begun.challenge,
        code,
      })
      const next = answer as Partial<CodeAsked>
      if (next.challenge !== undefined) {
        begun = { ...begun, challenge: next.challenge, to: begun.email }
        return codeStep(answer as CodeAsked, begun.email)
      }
      begun = null
      const standing = await session()
      if (!standing) throw new LatchkeyError('proof-needed')
      return { step: 'connected', session: standing }
    },
    async resendCode() {
      if (!begun) throw new LatchkeyError('code-expired')
      const asked = await signIn.call('POST /api/email/resend', { challenge: begun.challenge })
      begun = { ...begun, challenge: asked.challenge }
      return codeStep(asked, begun.to)
    },
  }
}

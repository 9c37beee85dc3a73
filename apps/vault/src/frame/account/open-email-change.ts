import { LatchkeyError } from '@latchkey/protocol'
import type { CodeAsked, LoginStep, VaultSession } from '@latchkey/protocol/vault'
import type { SignIn } from './open-sign-in.ts'

/** A change of the email address: a code to the old address, then one to the new. */
export interface EmailChange {
  readonly begin: (email: string) => Promise<LoginStep>
  readonly confirmCode: (code: string) => Promise<LoginStep>
  /** Mails another code to the address whose code is expected. */
  readonly resendCode: () => Promise<LoginStep>
}

/** @param session - the present session, read again */
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
      // An account without an address only confirms the new one.
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

import { LatchkeyError } from '@latchkey/protocol'
import type { CodeAsked, LoginStep, VaultSession } from '@latchkey/protocol/vault'
import type { SignIn } from './open-sign-in.ts'

/**
 * Changes the account's email address: a code is mailed to the old address, then one to the new.
 */
export interface EmailChange {
  readonly beginChange: (email: string) => Promise<LoginStep>
  readonly confirmCode: (code: string) => Promise<LoginStep>
  /** Mails a new code to the address to which the last code went. */
  readonly resendCode: () => Promise<LoginStep>
}

/** @param session - reads the current session again */
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
  let currentChange: {
    readonly challenge: string
    readonly email: string
    readonly to: string
  } | null = null
  return {
    async beginChange(email) {
      const { identities } = await signIn.call('GET /api/account', undefined)
      const codeRequest = await signIn.call('POST /api/email/change', { email: email.trim() })
      // An account without an email address has no old one to confirm, so the code goes to the new
      // one.
      const recipient = identities.find(({ kind }) => kind === 'email')?.label ?? email.trim()
      currentChange = { challenge: codeRequest.challenge, email: email.trim(), to: recipient }
      return codeStep(codeRequest, recipient)
    },
    async confirmCode(code) {
      if (!currentChange) throw new LatchkeyError('code-expired')
      const answer = await signIn.call('POST /api/email/change/verify', {
        challenge: currentChange.challenge,
        code,
      })
      const codeAnswer = answer as Partial<CodeAsked>
      if (codeAnswer.challenge !== undefined) {
        currentChange = {
          ...currentChange,
          challenge: codeAnswer.challenge,
          to: currentChange.email,
        }
        return codeStep(answer as CodeAsked, currentChange.email)
      }
      currentChange = null
      const currentSession = await session()
      if (!currentSession) throw new LatchkeyError('proof-needed')
      return { step: 'connected', session: currentSession }
    },
    async resendCode() {
      if (!currentChange) throw new LatchkeyError('code-expired')
      const codeRequest = await signIn.call('POST /api/email/resend', {
        challenge: currentChange.challenge,
      })
      currentChange = { ...currentChange, challenge: codeRequest.challenge }
      return codeStep(codeRequest, currentChange.to)
    },
  }
}

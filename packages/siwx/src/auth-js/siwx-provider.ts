import type { AccountId } from '@latchkey/protocol'
import type { Siwx } from '../create-siwx.ts'
import { SiwxError } from '../errors/siwx-error.ts'
import { readCookies } from '../http/cookies.ts'
import { verifyProof } from '../proof/verify-proof.ts'

/** The user of Auth.js that an account is. */
export interface SiwxUser {
  readonly id?: string
  readonly name?: string | null
  readonly email?: string | null
  readonly image?: string | null
}

/** A credentials provider in the shape that Auth.js takes. */
export interface SiwxProvider {
  id: string
  name: string
  type: 'credentials'
  credentials: Record<'account' | 'message' | 'signature', { label: string; type: 'text' }>
  authorize(
    credentials: Partial<Record<string, unknown>>,
    request: Request,
  ): Promise<SiwxUser | null>
}

export interface SiwxProviderOptions {
  /** The user of an account that has proved itself; null refuses it. Default: its id is the CAIP-10 id. */
  readonly toUser?: (account: AccountId) => SiwxUser | null | Promise<SiwxUser | null>
  /**
   * Hears why a proof was refused, and may throw an error of Auth.js that tells the page:
   * `CredentialsSignin` with a `code`. By default the page hears that the credentials were wrong.
   */
  readonly onRefused?: (error: SiwxError) => void
}

/**
 * A provider of Auth.js (NextAuth 5). Its session is that of Auth.js; the challenge comes from the
 * handler, below its base path, and the proof goes to Auth.js: `signIn('siwx', { account, message,
 * signature })`.
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const provider = siwxProvider(siwx) // Auth(request, { providers: [provider], … })
 */
export function siwxProvider(siwx: Siwx, options: SiwxProviderOptions = {}): SiwxProvider {
  const { toUser = (account) => ({ id: account, name: account }), onRefused } = options
  return {
    id: 'siwx',
    name: 'Wallet',
    type: 'credentials',
    credentials: {
      account: { label: 'Account', type: 'text' },
      message: { label: 'Message', type: 'text' },
      signature: { label: 'Signature', type: 'text' },
    },
    async authorize({ account, message, signature }, request) {
      try {
        const { browser } = readCookies(siwx, request.headers)
        return await toUser(await verifyProof(siwx, { account, message, signature }, browser))
      } catch (error) {
        if (!(error instanceof SiwxError)) throw error
        onRefused?.(error)
        return null
      }
    },
  }
}

import type { AccountId } from '@latchkey/protocol'
import type { Siwx } from '../create-siwx.ts'
import { SiwxError } from '../errors/siwx-error.ts'
import { readCookies } from '../http/cookies.ts'
import { verifyProof } from '../proof/verify-proof.ts'

/** A user as Auth.js knows it. `toUser` returns the user that an account belongs to. */
export interface SiwxUser {
  readonly id?: string
  readonly name?: string | null
  readonly email?: string | null
  readonly image?: string | null
}

/** A credentials provider, in the shape that the configuration of Auth.js takes. */
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
  /**
   * Returns the user of an account whose proof was accepted; null refuses the sign-in. By default
   * the user's id and name are the CAIP-10 id of the account.
   */
  readonly toUser?: (account: AccountId) => SiwxUser | null | Promise<SiwxUser | null>
  /**
   * Is called with the reason when a proof is refused. It may throw an error of Auth.js that tells
   * the page the reason, such as `CredentialsSignin` with a `code`. By default the page is only
   * told that the credentials were wrong.
   */
  readonly onRefused?: (error: SiwxError) => void
}

/**
 * Creates a provider for Auth.js (NextAuth 5), which signs in by wallet. Auth.js keeps the session.
 * The page fetches the challenge from the handler of `createHandler`, below its base path, and
 * sends the proof to Auth.js: `signIn('siwx', { account, message, signature })`.
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

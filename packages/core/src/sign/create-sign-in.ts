import type { SignInProvider } from '../contract/sign-in-provider.ts'

/**
 * Creates a sign-in provider for a server with the routes of `@latchkey/siwx`: `POST /challenge`,
 * `POST /verify`, `GET /session` and `POST /sign-out` below `url`. Cookies are sent along. The code
 * that makes the calls is loaded with the first call.
 *
 * @example
 * ```ts
 * import { mainnet } from '@latchkey/catalog/networks'
 * import { createKit, createSignIn } from '@latchkey/core'
 * import { evm } from '@latchkey/evm'
 *
 * const kit = createKit({
 *   adapters: [evm({ chains: [mainnet] })],
 *   signIn: { provider: createSignIn({ url: '/sign-in' }) },
 * })
 * ```
 */
export function createSignIn({ url }: createSignIn.Parameters): SignInProvider {
  const loadClient = () => import('./sign-in-client.ts')
  return {
    challenge: async (request) => (await loadClient()).askForChallenge(url, request),
    verify: async (proof) => (await loadClient()).askToVerify(url, proof),
    session: async () => (await loadClient()).askForSession(url),
    signOut: async () => (await loadClient()).askToSignOut(url),
  }
}

export declare namespace createSignIn {
  type Parameters = {
    /** URL below which the routes lie, such as `/sign-in`; a slash at its end is ignored. */
    readonly url: string
  }
}

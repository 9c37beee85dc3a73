import type { SignInProvider } from '../contract/sign-in-provider.ts'
import type { Kit } from '../machine/kit.ts'
import { createSignIn } from './create-sign-in.ts'

/**
 * Makes the provider for the sign-in of the kit's gateway; undefined without a gateway. When the
 * kit has several gateway addresses, the first one is always used, because the cookie of a session
 * belongs to one host.
 */
export function gatewaySignIn({ options: { gateway } }: Kit): SignInProvider | undefined {
  if (!gateway) return undefined
  const [host = ''] = [gateway.url].flat()
  return createSignIn({
    url: `${host.replace(/\/+$/, '')}/v1/sign-in/${encodeURIComponent(gateway.project)}`,
  })
}

import { LatchkeyError } from '@latchkey/protocol'
import type { AuthFeatures } from '../contract/auth.ts'
import type { Kit } from '../machine/kit.ts'

/**
 * What signs in by email or social account. @throws `auth-connector-missing` where the kit has
 * nothing that does
 */
export function authOf(kit: Kit): AuthFeatures {
  for (const { auth } of Object.values(kit.getState().connectors)) {
    if (auth) return auth
  }
  throw new LatchkeyError('auth-connector-missing')
}

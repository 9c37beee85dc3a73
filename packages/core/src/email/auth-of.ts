import { LatchkeyError } from '@latchkey/protocol'
import type { AuthFeatures } from '../contract/auth.ts'
import type { Kit } from '../machine/kit.ts'

/**
 * Returns the functions of the login by email or social account.
 * @throws `auth-connector-missing` when the kit has no connector for it
 */
export function requireAuth(kit: Kit): AuthFeatures {
  for (const { auth } of Object.values(kit.getState().connectors)) {
    if (auth) return auth
  }
  throw new LatchkeyError('auth-connector-missing')
}

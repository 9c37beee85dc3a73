import type { AuthFeatures, Kit } from '@latchkey/core'

/** The connector for login by email or social account, if the kit has one. */
export function authOf(kit: Kit): { readonly id: string; readonly auth: AuthFeatures } | undefined {
  for (const { id, auth } of Object.values(kit.getState().connectors)) {
    if (auth) return { id, auth }
  }
  return undefined
}

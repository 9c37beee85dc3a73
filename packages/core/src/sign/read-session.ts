import { type AccountId, isAccountId } from '@latchkey/protocol'
import type { SignInSession } from '../contract/sign-in-provider.ts'

/** Maximum number of accounts that are read from a session. */
const maxAccounts = 50

/** Reads a session field by field; undefined when the value is not a session. */
export function readSession(value: unknown): SignInSession | undefined {
  const { accounts, expiresAt } = (value ?? {}) as {
    readonly accounts?: unknown
    readonly expiresAt?: unknown
  }
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > maxAccounts)
    return undefined
  const isTime =
    expiresAt === undefined ||
    (typeof expiresAt === 'string' &&
      expiresAt.length <= 64 &&
      Number.isFinite(Date.parse(expiresAt)))
  if (!accounts.every(isAccountId) || !isTime) return undefined
  return {
    accounts: [...accounts] as readonly AccountId[],
    ...(expiresAt !== undefined && { expiresAt: expiresAt as string }),
  }
}

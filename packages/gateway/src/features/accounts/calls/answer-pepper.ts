import { z } from 'zod'
import type { Auth } from '../open-auth.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { takePepperAttempt } from '../splits/pepper-lock.ts'

/** Fields of a request for the pepper of a recovery password. */
export const pepperRequestShape = {
  method: z.string().min(1).max(128),
  hash: z.string().min(16).max(128),
}

/**
 * Returns the pepper for the hash of a recovery password. All requests of one account share one
 * counter, which limits guessing.
 * @throws `rate-limited`
 */
export async function answerPepper(
  { db, audit, pepper, now }: Auth,
  { account, device }: Pick<Session, 'account' | 'device'>,
  { method, hash }: { readonly method: string; readonly hash: string },
): Promise<{ readonly key: string }> {
  const waitSeconds = await takePepperAttempt(db, account, now())
  if (waitSeconds > 0) {
    audit({ account, what: 'pepper-locked', device, code: 'rate-limited' })
    throw refuseVault('rate-limited', { retryAfter: waitSeconds })
  }
  audit({ account, what: 'pepper-asked', device })
  return { key: pepper('password', account, method, hash).toString('base64url') }
}

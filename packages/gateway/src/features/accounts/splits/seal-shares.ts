import { hasCode } from '@latchkey/protocol'
import type { Audit, KeyService } from '../contract.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'

/** Encrypts key shares for the database, and decrypts them. */
export interface ShareSeals {
  /** @param text - the share, base64url */
  sealText(text: string, context: string): Promise<string>
  /** @throws `wallet-unopenable` (500) when the row was swapped or changed */
  openText(text: string, context: string, session: Session): Promise<Uint8Array>
}

/**
 * The context to which an encrypted key share is bound, so that it cannot be decrypted in place of
 * another share.
 */
export const sealContext = (
  purpose: 'sign-in' | 'recovery',
  account: string,
  split: string,
): string => JSON.stringify([purpose, account, split])

export function sealShares(keys: KeyService, audit: Audit): ShareSeals {
  return {
    async sealText(text, context) {
      const secret = Buffer.from(text, 'base64url')
      const bytes = await keys.seal(secret, context)
      secret.fill(0)
      return Buffer.from(bytes).toString('base64url')
    },
    openText: (text, context, { account, device }) =>
      keys.open(Buffer.from(text, 'base64url'), context).catch((cause: unknown) => {
        // An unreachable key service is not reported as an unreadable share: the stored share may
        // be intact.
        if (!hasCode(cause, 'wallet-unopenable')) throw cause
        audit({ account, what: 'share-unreadable', device, code: 'wallet-unopenable' })
        throw refuseVault('wallet-unopenable', {
          status: 500,
          reason: 'What is kept of this share cannot be opened',
        })
      }),
  }
}

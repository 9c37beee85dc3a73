import type { LatchkeyError } from '@latchkey/protocol'
import { type CodeRefusals, type RefusalDetails, refuseByCode } from '../../base/refuse-by-code.ts'
import { mailRefusals } from '../mail/refuse-mail.ts'

const statuses = {
  ...mailRefusals,
  'proof-needed': [401, 'A fresh sign-in is needed'],
  'device-revoked': [403, 'This device was removed from the account'],
  'account-frozen': [403, 'The owner of the account has frozen it'],
  'identity-taken': [409, 'This belongs to another account'],
  'requests-full': [409, 'As many devices as may already ask the operator'],
  'recovery-failed': [404, 'There is nothing to recover with'],
  'wallet-unopenable': [404, 'This device has no such share'],
  'vault-refused': [403, 'The vault does not take this'],
} as const satisfies CodeRefusals

export type VaultRefusal = keyof typeof statuses

/** Creates the error that makes a vault call answer with `code` as the refusal's field. */
export function refuseVault(code: VaultRefusal, details?: RefusalDetails): LatchkeyError {
  return refuseByCode(statuses, code, details)
}

/** Creates the refusal (409) of a request that contradicts stored data. */
export function refuseConflict(reason: string): LatchkeyError {
  return refuseVault('vault-refused', { status: 409, reason })
}

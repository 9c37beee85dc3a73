import { methodStatement, type NewSplit, splitStatement } from '@latchkey/protocol/vault'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { isSigned } from './verify-statement.ts'

/**
 * Checks the wallet's signatures of a key split.
 * @throws `vault-refused` when the wallet did not sign the split or one of its recovery methods
 */
export function checkSigned(
  accountDevice: Pick<Session, 'account' | 'device'>,
  split: NewSplit,
): void {
  const key = split.publics.eip155
  const isVouched = split.recovery.every(
    (method) =>
      method.kind === 'operator' ||
      isSigned(methodStatement(accountDevice.account, method), key, method.vouch as string),
  )
  if (!isVouched || !isSigned(splitStatement(accountDevice, split), key, split.signature))
    throw refuseVault('vault-refused', { reason: 'The wallet has not signed this' })
}

/** Whether two key splits belong to the same wallet. */
export function isSamePublicKeys(one: NewSplit['publics'], other: NewSplit['publics']): boolean {
  return one.eip155 === other.eip155 && one.solana === other.solana && one.bip122 === other.bip122
}

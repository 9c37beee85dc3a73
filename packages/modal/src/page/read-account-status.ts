import { getAccount, type Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { shortAddress } from '../shared/short-address.ts'

/**
 * The shown account's status as one string: `disconnected`, `connecting`, or `connected` with the
 * account's name after a space. A string is used because React compares snapshots by identity, and
 * equal strings are identical.
 */
export function readAccountStatus(kit: Kit): string {
  const { status, address } = getAccount(kit)
  // A name may be known before the wallet has answered, so it is shown only once the wallet has
  // given the account's address.
  if (address) return `connected ${kit[inside].names.get(address) ?? shortAddress(address)}`
  return status === 'disconnected' ? status : 'connecting'
}

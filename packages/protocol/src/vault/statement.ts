import type { NewSplit } from './api.ts'
import type { RecoveryMethod } from './window-message.ts'

/**
 * The statement of a split: the wallet's EVM key signs its SHA-256, which proves that the wallet
 * made the split for this account and device. For pages the key signs only Keccak-256 hashes
 * (EIP-191, EIP-712, transactions), so no page can obtain this signature.
 * @param device - JWK thumbprint (RFC 7638) of the device's key
 */
export function splitStatement(
  { account, device }: { readonly account: string; readonly device: string },
  { signature: _, ...split }: Omit<NewSplit, 'signature'> & { readonly signature?: string },
): string {
  return `latchkey-vault-split-1\n${toSortedJson({ account, device, split })}`
}

/**
 * The statement of a recovery method: the wallet's signature allows other devices to encrypt shares
 * to its key. Ids and shares are not included.
 */
export function methodStatement(account: string, method: RecoveryMethod): string {
  const {
    id: _,
    sealed: __,
    vouch: ___,
    createdAt: ____,
    ...methodFields
  } = method as RecoveryMethod & StrayFields
  return `latchkey-vault-method-1\n${toSortedJson({ account, method: methodFields })}`
}

interface StrayFields {
  readonly id?: unknown
  readonly sealed?: unknown
  readonly vouch?: unknown
  readonly createdAt?: unknown
}

/**
 * JSON with sorted member names, for text, whole numbers and booleans: the same bytes on both
 * sides.
 */
function toSortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toSortedJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${toSortedJson(field)}`)
    .join()}}`
}

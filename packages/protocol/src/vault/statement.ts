import type { NewSplit } from './api.ts'
import type { RecoveryMethod } from './window-message.ts'

/**
 * Returns the text that is signed about a new set of key shares ("split"). The wallet's EVM key
 * signs the SHA-256 of the text, which proves that the wallet made the split for this account and
 * device. For pages the key signs only Keccak-256 hashes (EIP-191, EIP-712, transactions), so no
 * page can obtain this signature.
 * @param device - JWK thumbprint (RFC 7638) of the device's key
 */
export function splitStatement(
  { account, device }: { readonly account: string; readonly device: string },
  { signature: _, ...split }: Omit<NewSplit, 'signature'> & { readonly signature?: string },
): string {
  return `latchkey-vault-split-1\n${toSortedJson({ account, device, split })}`
}

/**
 * Returns the text that is signed about a recovery method. The wallet's signature of it allows
 * other devices to encrypt key shares to the method's key. The text contains no ids and no shares.
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
 * Writes text, whole numbers and booleans as JSON with sorted member names, so that vault and
 * gateway get the same bytes.
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

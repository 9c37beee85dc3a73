import type { NewSplit } from './api.ts'
import type { RecoveryMethod } from './window-message.ts'

/**
 * What the wallet's EVM key signs the SHA-256 of, so that a split is the wallet's own doing:
 * everything in it, the account and the device it is for. For pages this key signs Keccak-256
 * hashes only (EIP-191, EIP-712, transactions): none can ask for this.
 * @param device - JWK thumbprint (RFC 7638) of the device's key
 */
export function splitStatement(
  { account, device }: { readonly account: string; readonly device: string },
  { signature: _, ...split }: Omit<NewSplit, 'signature'> & { readonly signature?: string },
): string {
  return `latchkey-vault-split-1\n${toSortedJson({ account, device, split })}`
}

/**
 * The same of one way to recover: the wallet's word that other devices may seal to its key. Ids and
 * shares are no part of it.
 */
export function methodStatement(account: string, method: RecoveryMethod): string {
  const {
    id: _,
    sealed: __,
    vouch: ___,
    createdAt: ____,
    ...own
  } = method as RecoveryMethod & Stray
  return `latchkey-vault-method-1\n${toSortedJson({ account, method: own })}`
}

interface Stray {
  readonly id?: unknown
  readonly sealed?: unknown
  readonly vouch?: unknown
  readonly createdAt?: unknown
}

/**
 * JSON with its names in order, for texts, whole numbers and flags: the same bytes on both sides.
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

import { type AccountType, isAccountId, isChainId, type Social } from '@latchkey/protocol'
import type { IdentityKind, VaultSession } from '@latchkey/protocol/vault'
import { cleanLabel } from './clean-label.ts'

const accountTypes: readonly AccountType[] = [
  'eoa',
  'smartAccount',
  'payment',
  'ordinals',
  'stacks',
]
const identityKinds = {
  email: true,
  google: true,
  x: true,
  farcaster: true,
  discord: true,
  apple: true,
  github: true,
  facebook: true,
} satisfies Record<IdentityKind, true>
const supportedNamespaces = ['eip155', 'solana', 'bip122']
const maxItems = 200
/**
 * Longest lifetime that a session may claim, in milliseconds: more than a year, because the page's
 * clock may be wrong.
 */
const maxLifetimeMs = 400 * 86_400_000

/** Whether `kind` names a known way to log in: a social provider or email. */
export const isIdentityKind = (kind: unknown): kind is IdentityKind =>
  typeof kind === 'string' && Object.hasOwn(identityKinds, kind)

export const isSocial = (kind: unknown): kind is Social => isIdentityKind(kind) && kind !== 'email'

/**
 * Reads a session from the frame; undefined when it is invalid, too large, or has an account of a
 * chain family that vaults do not support.
 */
export function readSession(value: unknown): VaultSession | undefined {
  const { account, identities, accounts, chains, isRecoverySet, expiresAt } = (value ??
    {}) as Record<string, unknown>
  if (
    typeof account !== 'string' ||
    !/^[\w.:-]{1,128}$/.test(account) ||
    typeof isRecoverySet !== 'boolean'
  )
    return undefined
  if (typeof expiresAt !== 'number' || !(expiresAt > 0) || expiresAt > Date.now() + maxLifetimeMs)
    return undefined
  const identityList = readList(identities, ({ kind, label }) =>
    isIdentityKind(kind) && typeof label === 'string'
      ? { kind, label: cleanLabel(label) }
      : undefined,
  )
  const accountList = readList(accounts, ({ account: id, type }) => {
    const knownType = accountTypes.find((one) => one === type)
    return isAccountId(id) &&
      knownType &&
      supportedNamespaces.includes(id.slice(0, id.indexOf(':')))
      ? { account: id, type: knownType }
      : undefined
  })
  const chainList =
    Array.isArray(chains) && chains.length <= maxItems && chains.every(isChainId)
      ? chains
      : undefined
  if (!identityList || !accountList?.length || !chainList) return undefined
  return {
    account,
    identities: identityList,
    accounts: accountList,
    chains: chainList,
    isRecoverySet,
    expiresAt,
  }
}

function readList<T>(
  value: unknown,
  readItem: (fields: Record<string, unknown>) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > maxItems) return undefined
  const items = value.map((one: unknown) => readItem((one ?? {}) as Record<string, unknown>))
  return items.every((one) => one !== undefined) ? (items as T[]) : undefined
}

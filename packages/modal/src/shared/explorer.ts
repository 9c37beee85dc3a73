import type { Transaction } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'

/** A page of a chain's explorer, if the owner has configured one with a web address. */
export function explorerUrl(
  chain: Chain | undefined,
  kind: 'tx' | 'address',
  what: string,
): string | undefined {
  const base = chain?.explorer?.url
  if (base === undefined || !/^https?:\/\//i.test(base)) return undefined
  return `${base.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(what)}`
}

/**
 * The explorer page of a transaction; of a replaced one, the page of its replacement; none for a
 * dropped one.
 */
export function transactionUrl(
  chain: Chain | undefined,
  { status, hash, replacedBy }: Pick<Transaction, 'status' | 'hash' | 'replacedBy'>,
): string | undefined {
  if (status === 'dropped') return undefined
  const seen = status === 'replaced' ? replacedBy : hash
  return seen === undefined ? undefined : explorerUrl(chain, 'tx', seen)
}

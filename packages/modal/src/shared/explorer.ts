import type { Transaction } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'

/** A page of a chain's explorer, if the owner named one that is a web address. */
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
 * Where one sees what became of a transaction: of one that was replaced what took its place; one
 * that was dropped is nowhere.
 */
export function transactionUrl(
  chain: Chain | undefined,
  { status, hash, replacedBy }: Pick<Transaction, 'status' | 'hash' | 'replacedBy'>,
): string | undefined {
  if (status === 'dropped') return undefined
  const seen = status === 'replaced' ? replacedBy : hash
  return seen === undefined ? undefined : explorerUrl(chain, 'tx', seen)
}

import type { Transaction } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'

/** A page of a chain's explorer, if the owner has configured one with a web address. */
export function explorerUrl(
  chain: Chain | undefined,
  kind: 'tx' | 'address',
  identifier: string,
): string | undefined {
  const explorerBase = chain?.explorer?.url
  if (explorerBase === undefined || !/^https?:\/\//i.test(explorerBase)) return undefined
  return `${explorerBase.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(identifier)}`
}

/**
 * The explorer page of a transaction. For a replaced transaction it is the page of its replacement;
 * a dropped transaction has none.
 */
export function transactionUrl(
  chain: Chain | undefined,
  { status, hash, replacedBy }: Pick<Transaction, 'status' | 'hash' | 'replacedBy'>,
): string | undefined {
  if (status === 'dropped') return undefined
  const shownHash = status === 'replaced' ? replacedBy : hash
  return shownHash === undefined ? undefined : explorerUrl(chain, 'tx', shownHash)
}

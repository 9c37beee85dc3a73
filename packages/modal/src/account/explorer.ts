import type { Chain } from '@latchkey/protocol'

/** A page of a chain's explorer, if the owner named one that is a web address. */
export function explorerUrl(chain: Chain | undefined, kind: 'tx' | 'address', what: string): string | undefined {
  const base = chain?.explorer?.url
  if (base === undefined || !/^https?:\/\//i.test(base)) return undefined
  return `${base.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(what)}`
}

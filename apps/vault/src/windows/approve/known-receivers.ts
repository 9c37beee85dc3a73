const most = 200

/** Storage for an account's receivers: addresses that were approved here before. */
type Keep = Pick<Storage, 'getItem' | 'setItem'>

const keyOf = (account: string): string => `latchkey-vault-receivers ${account}`

/** Receivers that this account has sent to from this browser's vault windows, the newest first. */
export function knownReceivers(keep: Keep, account: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(keep.getItem(keyOf(account)) ?? '[]')
    return Array.isArray(list)
      ? list.filter((one) => typeof one === 'string' && one.length <= 128).slice(0, most)
      : []
  } catch {
    return []
  }
}

export function rememberReceivers(keep: Keep, account: string, receivers: readonly string[]): void {
  try {
    const all = [...new Set([...receivers, ...knownReceivers(keep, account)])].slice(0, most)
    keep.setItem(keyOf(account), JSON.stringify(all))
  } catch {
    // Storage is blocked: every receiver stays a new one.
  }
}

/**
 * A known address with the same start and end as this one, which an address poisoner may have made.
 */
export function lookAlike(known: readonly string[], address: string): string | undefined {
  const bareAddress = (text: string): string => text.replace(/^0x/, '').toLowerCase()
  const [start, end] = [bareAddress(address).slice(0, 4), bareAddress(address).slice(-4)]
  return known.find(
    (one) =>
      one !== address && bareAddress(one).startsWith(start) && bareAddress(one).endsWith(end),
  )
}

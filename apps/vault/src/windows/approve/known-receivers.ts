const most = 200

/** Where the receivers of an account are kept: addresses that were approved here before. */
type Keep = Pick<Storage, 'getItem' | 'setItem'>

const keyOf = (account: string): string => `latchkey-vault-receivers ${account}`

/** Receivers this account has sent to from this browser's window of the vault, the newest first. */
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
    // A browser that keeps nothing: every receiver stays the first.
  }
}

/** A known address that looks like this one at both ends, as a planted one does. */
export function lookAlike(known: readonly string[], address: string): string | undefined {
  const bareAddress = (text: string): string => text.replace(/^0x/, '').toLowerCase()
  const [start, end] = [bareAddress(address).slice(0, 4), bareAddress(address).slice(-4)]
  return known.find(
    (one) =>
      one !== address && bareAddress(one).startsWith(start) && bareAddress(one).endsWith(end),
  )
}

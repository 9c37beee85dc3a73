const maxReceivers = 200

/** Storage for the addresses to which an account has sent before. */
type ReceiverStorage = Pick<Storage, 'getItem' | 'setItem'>

const storageKeyOf = (account: string): string => `latchkey-vault-receivers ${account}`

/**
 * Receivers to which this account has sent before with approval in this browser's vault windows,
 * newest first.
 */
export function knownReceivers(storage: ReceiverStorage, account: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(storageKeyOf(account)) ?? '[]')
    return Array.isArray(list)
      ? list
          .filter((receiver) => typeof receiver === 'string' && receiver.length <= 128)
          .slice(0, maxReceivers)
      : []
  } catch {
    return []
  }
}

export function rememberReceivers(
  storage: ReceiverStorage,
  account: string,
  receivers: readonly string[],
): void {
  try {
    const allReceivers = [...new Set([...receivers, ...knownReceivers(storage, account)])].slice(
      0,
      maxReceivers,
    )
    storage.setItem(storageKeyOf(account), JSON.stringify(allReceivers))
  } catch {
    // When the browser blocks storage, nothing is remembered, and every receiver counts as new.
  }
}

/**
 * Finds a known address with the same beginning and end as `address`, which somebody may have made
 * to be mistaken for the known one (address poisoning).
 */
export function findLookAlike(
  knownAddresses: readonly string[],
  address: string,
): string | undefined {
  const bareAddress = (text: string): string => text.replace(/^0x/, '').toLowerCase()
  const [start, end] = [bareAddress(address).slice(0, 4), bareAddress(address).slice(-4)]
  return knownAddresses.find(
    (receiver) =>
      receiver !== address &&
      bareAddress(receiver).startsWith(start) &&
      bareAddress(receiver).endsWith(end),
  )
}

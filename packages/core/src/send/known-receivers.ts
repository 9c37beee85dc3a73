import { type AccountId, addressOf, type ChainId, chainOf, isAccountId } from '@latchkey/protocol'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'
import { readStored } from '../storage/stored.ts'

/** Milliseconds to wait for an account's history from the gateway. */
const historyTimeoutMs = 1000

/**
 * Stored receivers of transfers as CAIP-10 ids, the newest first; deleted when the visitor ends the
 * last connection.
 */
function storedReceivers(kit: Kit): readonly AccountId[] {
  const storedIds = readStored(kit, 'receivers')
  return Array.isArray(storedIds) ? storedIds.slice(0, 100).filter(isAccountId) : []
}

/**
 * Returns the addresses, without their chain, to which an account has sent on its chain: on this
 * page, on earlier pages, and in its history when a gateway keeps one and answers in time.
 */
export async function knownReceivers(
  kit: Kit,
  { account, signal }: { readonly account: AccountId; readonly signal?: AbortSignal | undefined },
): Promise<readonly string[]> {
  const chain = chainOf(account)
  // The contract of a swap or an approval does not count as a receiver.
  const pastTransactions = Object.values(kit.getState().transactions).filter(
    (t) => t.status !== 'draft' && t.chain === chain && !t.purpose,
  )
  const storedIds = storedReceivers(kit).filter((id) => chainOf(id) === chain)
  const historyReceivers = kit.options.gateway
    ? await withTimeout(historyTimeoutMs, signal, (innerSignal) =>
        readSentReceivers(kit, account, chain, innerSignal),
      ).catch(() => [])
    : []
  return [...pastTransactions.map(({ to }) => to), ...storedIds.map(addressOf), ...historyReceivers]
}

/**
 * Counts only transfers that the account itself has sent, of an amount above zero. An address
 * poisoner adds transfers of zero, or of a worthless token, to an address that resembles a known
 * one.
 */
async function readSentReceivers(
  kit: Kit,
  account: AccountId,
  chain: ChainId,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { readHistory } = await import('../gateway/history.ts')
  const adapter = kit.adapters[chain.slice(0, chain.indexOf(':'))]
  const { items } = await readHistory(kit, { account, currency: 'usd', cursor: null, signal })
  return items
    .filter(
      ({ from, isSpam, status }) =>
        !isSpam && status === 'confirmed' && adapter?.isSameAddress(from, addressOf(account)),
    )
    .flatMap(({ transfers }) => transfers)
    .flatMap(({ direction, amount, isSpam, counterparty }) =>
      direction === 'out' && amount > 0n && !isSpam && counterparty ? [counterparty] : [],
    )
}

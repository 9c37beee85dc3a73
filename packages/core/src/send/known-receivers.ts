import { type AccountId, addressOf, type ChainId, chainOf, isAccountId } from '@latchkey/protocol'
import { withPatience } from '../http/with-patience.ts'
import type { Kit } from '../machine/kit.ts'
import { readStored } from '../storage/stored.ts'

/** How long a history may keep a visitor waiting, in milliseconds. */
const patienceMs = 1000

/**
 * Receivers that storage remembers, CAIP-10, the newest first; forgotten with the last connection
 * that the visitor ends.
 */
function storedReceivers(kit: Kit): readonly AccountId[] {
  const stored = readStored(kit, 'receivers')
  return Array.isArray(stored) ? stored.slice(0, 100).filter(isAccountId) : []
}

/**
 * Bare addresses an account has sent to on its chain: in this page load, in earlier ones, and by
 * its history where a gateway keeps one and answers in time.
 */
export async function knownReceivers(
  kit: Kit,
  { account, signal }: { readonly account: AccountId; readonly signal?: AbortSignal | undefined },
): Promise<readonly string[]> {
  const chain = chainOf(account)
  // Where a swap or an approval went is no receiver.
  const past = Object.values(kit.getState().transactions).filter(
    (t) => t.status !== 'draft' && t.chain === chain && !t.purpose,
  )
  const stored = storedReceivers(kit).filter((id) => chainOf(id) === chain)
  const read = kit.options.gateway
    ? await withPatience(patienceMs, signal, (inner) => sentTo(kit, account, chain, inner)).catch(
        () => [],
      )
    : []
  return [...past.map(({ to }) => to), ...stored.map(addressOf), ...read]
}

/**
 * Only what the account itself has sent, and something of it: whoever poisons a history makes it
 * list transfers of nothing, or of a token of their own, to an address that resembles a known one.
 */
async function sentTo(
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

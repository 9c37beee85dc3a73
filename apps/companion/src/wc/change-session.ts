import { addressOf, type ChainId, chainOf, namespaceOf } from '@latchkey/protocol'
import type { SessionRecord } from '@latchkey/walletconnect/wallet'
import type { Address } from 'viem'
import type { WalletStore } from '../wallet.ts'
import { changedEvents, familiesOf } from './families.ts'
import type { HeldPhoneState } from './hold-phone-state.ts'
import { makeFamilySigner } from './phone-keys.ts'
import { chainNumberOf, otherChains, reorderSession, replaceAccounts } from './session-view.ts'

type SessionHolder = Pick<HeldPhoneState, 'findSession' | 'requireSide'>

/** Switches a session to another Ethereum chain, and tells the page. */
export async function switchSessionChain(
  held: SessionHolder,
  topic: string,
  chain: ChainId,
): Promise<void> {
  const session = held.findSession(topic)
  if (!session) return
  await held.requireSide().update(topic, reorderSession(session, { chain }))
  await emitToPage(held, session, { chain, name: 'chainChanged', data: chainNumberOf(chain) })
}

/** Switches a session to another Ethereum account, and tells the page. */
export async function switchSessionAccount(
  held: SessionHolder,
  topic: string,
  account: Address,
): Promise<void> {
  const session = held.findSession(topic)
  if (!session) return
  const namespaces = reorderSession(session, { account })
  await held.requireSide().update(topic, namespaces)
  const [chain] = namespaces.eip155?.chains ?? []
  const grantedAccounts = (namespaces.eip155?.accounts ?? []).filter(
    (granted) => chainOf(granted) === chain,
  )
  if (chain)
    await emitToPage(held, session, {
      chain,
      name: 'accountsChanged',
      data: grantedAccounts.map(addressOf),
    })
}

/** Switches a session to another account of Solana, Bitcoin and Stacks, and tells the page. */
export async function switchOtherAccounts(
  held: SessionHolder,
  store: WalletStore,
  { topic, account }: { readonly topic: string; readonly account: number },
): Promise<void> {
  const session = held.findSession(topic)
  if (!session) return
  const sessionChains = otherChains(session)
  const addresses = await makeFamilySigner(store).addresses(familiesOf(sessionChains), account)
  await held.requireSide().update(topic, replaceAccounts(session, addresses))
  for (const event of changedEvents(sessionChains, addresses)) {
    await emitToPage(held, session, event)
  }
}

async function emitToPage(
  { requireSide }: SessionHolder,
  { topic, namespaces }: SessionRecord,
  event: { readonly chain: ChainId; readonly name: string; readonly data: unknown },
): Promise<void> {
  const eventNamespaces = Object.entries(namespaces).filter(
    ([key]) => key.split(':')[0] === namespaceOf(event.chain),
  )
  if (eventNamespaces.some(([, { events }]) => events.includes(event.name)))
    await requireSide().emit(topic, event)
}

import { accountId, addressOf, type ChainId, chainOf, namespaceOf } from '@latchkey/protocol'
import { deriveAccounts, type FamilySigner } from '@latchkey/signer'
import type {
  SessionRecord,
  WalletEvent,
  WalletProposal,
  WalletRequest,
  WalletSide,
} from '@latchkey/walletconnect/wallet'
import type { LocalAccount } from 'viem'
import { createFamilies, localChain, testWords } from '../wallet.ts'
import { answerRequest } from './answer-request.ts'
import { changedEvents, familiesOf, sessionProperties, wireFamilies } from './families.ts'
import { faultWords } from './fault-words.ts'
import { holdPlace } from './hold-place.ts'
import type { Phone, PhoneOptions } from './phone-contract.ts'
import type { Asked, PhoneState } from './phone-state.ts'
import { claimedOrigin, numberOf, otherChains, reorder, replaceAccounts } from './session-view.ts'
import { grantTerms, otherChainsOf, readTerms, signInChains } from './terms.ts'

/** Opens it; no relay is spoken to before a link is followed or a session is remembered. */
export function openPhone({ store, create, relays, locks, origin, openLink }: PhoneOptions): Phone {
  const now: { state: PhoneState; side?: WalletSide | undefined } = {
    state: { place: 'here', isPairing: false, sessions: [], asked: [] },
  }
  const listeners = new Set<() => void>()
  const arrivals = new Set<(side: WalletSide) => void>()
  const become = (next: Partial<PhoneState>): void => {
    now.state = { ...now.state, ...next, sessions: now.side?.getSessions() ?? [] }
    for (const listener of listeners) {
      listener()
    }
  }
  const keys = (): readonly LocalAccount[] =>
    deriveAccounts({ mnemonic: testWords, count: store.readAccountCount() })
  const chains = (): readonly ChainId[] =>
    [localChain, ...store.readState().chains].map(({ id }) => `eip155:${id}` as const)
  const others = (): FamilySigner => createFamilies(store, async () => false)
  const known = (): readonly ChainId[] => [
    ...chains(),
    ...Object.values(wireFamilies).map(({ chain }) => chain),
  ]
  const ask = (one: Asked): void => become({ asked: [...now.state.asked, one] })
  const forget = (isIt: (one: Asked) => boolean): void =>
    become({ asked: now.state.asked.filter((one) => !isIt(one)) })
  const note = (
    one: Pick<Asked, 'metadata'>,
    what: string,
    outcome: 'Approved' | 'Rejected' | 'Failed',
  ): void => {
    store.addToLog({
      at: Date.now(),
      origin: `${claimedOrigin(one.metadata)} (by link)`,
      what,
      outcome,
    })
    become({ answered: { metadata: one.metadata, outcome } })
  }
  const side = (): WalletSide => {
    if (!now.side) throw new Error('another tab speaks for this wallet')
    return now.side
  }
  /** The browser gives this tab its place a moment after the page has begun. */
  const sideHere = (): Promise<WalletSide> =>
    now.side ? Promise.resolve(now.side) : new Promise((here) => void arrivals.add(here))
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    const { fault: _, ...rest } = now.state
    now.state = rest
    try {
      await work()
      become({})
    } catch (error) {
      become({ fault: faultWords(error) })
    }
  }
  const session = (topic: string): SessionRecord | undefined =>
    side()
      .getSessions()
      .find((one) => one.topic === topic)
  const tell = async (
    { topic, namespaces }: SessionRecord,
    event: { readonly chain: ChainId; readonly name: string; readonly data: unknown },
  ): Promise<void> => {
    const own = Object.entries(namespaces).filter(
      ([key]) => key.split(':')[0] === namespaceOf(event.chain),
    )
    if (own.some(([, { events }]) => events.includes(event.name))) await side().emit(topic, event)
  }
  const move = async (topic: string, chain: ChainId): Promise<void> => {
    const known = session(topic)
    if (!known) return
    await side().update(topic, reorder(known, { chain }))
    await tell(known, { chain, name: 'chainChanged', data: numberOf(chain) })
  }
  const request = async (request: WalletRequest): Promise<void> => {
    const known = session(request.topic)
    if (!known) return
    const { metadata } = known.peer
    const seen = { what: request.method, wasAsked: false }
    const { answer, outcome, moved } = await answerRequest(
      { session: known, request, keys: keys(), store },
      (approval) => {
        if (approval.kind === 'connect' || approval.kind === 'accounts')
          return Promise.resolve(false)
        seen.wasAsked = true
        return new Promise<boolean>((answered) =>
          ask({
            kind: 'request',
            id: request.id,
            topic: request.topic,
            metadata,
            approval,
            answer: answered,
          }),
        )
      },
    )
    await attempt(() => side().respond(request, answer))
    if (seen.wasAsked) note({ metadata }, seen.what, outcome)
    if (moved) await attempt(() => move(request.topic, moved))
  }
  const propose = async (proposal: WalletProposal): Promise<void> => {
    const terms = readTerms(proposal, known())
    const families = familiesOf(otherChainsOf(terms))
    const offered = families.length > 0 ? await others().offer(families) : []
    const { id, metadata, expiresAt } = proposal
    // Making the keys of three accounts takes a moment.
    if (expiresAt > Date.now()) ask({ kind: 'proposal', id, metadata, proposal, terms, offered })
  }
  const meet = (event: WalletEvent): void => {
    switch (event.type) {
      case 'proposal':
        void attempt(() => propose(event.proposal))
        break
      case 'authentication':
        ask({
          kind: 'sign-in',
          ...event,
          id: event.authentication.id,
          metadata: event.authentication.metadata,
        })
        break
      case 'request':
        void request(event.request)
        break
      case 'session-ended':
        forget((one) => one.kind === 'request' && one.topic === event.topic)
        break
      case 'expired':
        forget((one) => one.id === event.id)
        break
      case 'session':
        become({})
    }
  }
  const grant = async (
    { id, terms }: Extract<Asked, { kind: 'proposal' }>,
    accounts: readonly string[],
    other: number,
  ): Promise<void> => {
    const own = otherChainsOf(terms)
    const addresses = await others().addresses(familiesOf(own), other)
    const properties = sessionProperties(own, addresses)
    await side().approve(id, {
      namespaces: grantTerms(terms, accounts, addresses),
      ...(Object.keys(properties).length > 0 && { sessionProperties: properties }),
    })
  }
  const signIn = async (
    { id, authentication }: Extract<Asked, { kind: 'sign-in' }>,
    account: string,
  ): Promise<void> => {
    const key = keys().find(({ address }) => address === account)
    if (!key) return
    const ids = signInChains(authentication.chains, chains()).map((chain) =>
      accountId(chain, account),
    )
    const proofs = await Promise.all(
      ids.map(async (own) => ({
        account: own,
        signature: await key.signMessage({ message: authentication.messageFor(own) }),
        kind: 'eip191' as const,
      })),
    )
    await side().authenticate(id, proofs)
  }

  const place = holdPlace(locks, {
    name: 'latchkey-companion.phone',
    enter() {
      const metadata = {
        name: 'Companion (test wallet)',
        description: 'Local chains only',
        url: origin,
        icons: [],
        redirect: { universal: `${origin}/wc`, linkMode: true },
      }
      const opened = create({
        relays,
        metadata,
        id: 'companion',
        supports: { chains: chains() },
        openLink,
      })
      now.side = opened
      // What is remembered is told while it is being read, a moment before it can be asked for.
      const stop = opened.watch(
        (event) => void setTimeout(() => now.side === opened && meet(event)),
      )
      become({ place: 'here', asked: [] })
      for (const here of arrivals) {
        here(opened)
      }
      arrivals.clear()
      return () => {
        stop()
        opened.close()
        now.side = undefined
      }
    },
    leave: () => become({ place: 'elsewhere', asked: [] }),
  })

  return {
    read: () => now.state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async pair(link) {
      become({ isPairing: true })
      await attempt(async () => (await sideHere()).pair(link.trim()))
      become({ isPairing: false })
    },
    dispatch: (link) => attempt(async () => (await sideHere()).dispatchLink(link)),
    approve: (one, accounts, other = 0) =>
      attempt(async () => {
        const [first] = accounts
        if (!now.state.asked.includes(one) || !first) return
        if (one.kind === 'request') {
          forget((asked) => asked === one)
          return one.answer(true)
        }
        if (one.kind === 'proposal') await grant(one, accounts, other)
        else await signIn(one, first)
        forget((asked) => asked === one)
        note(one, one.kind === 'proposal' ? 'Connect' : 'Sign in', 'Approved')
      }),
    reject: (one) =>
      attempt(async () => {
        if (!now.state.asked.includes(one)) return
        forget((asked) => asked === one)
        if (one.kind === 'request') return one.answer(false)
        await side().reject(one.id)
        note(one, one.kind === 'proposal' ? 'Connect' : 'Sign in', 'Rejected')
      }),
    selectAccount: (topic, account) =>
      attempt(async () => {
        const known = session(topic)
        if (!known) return
        const namespaces = reorder(known, { account })
        await side().update(topic, namespaces)
        const [chain] = namespaces.eip155?.chains ?? []
        const granted = (namespaces.eip155?.accounts ?? []).filter((one) => chainOf(one) === chain)
        if (chain)
          await tell(known, { chain, name: 'accountsChanged', data: granted.map(addressOf) })
      }),
    selectOther: (topic, account) =>
      attempt(async () => {
        const known = session(topic)
        if (!known) return
        const own = otherChains(known)
        const addresses = await others().addresses(familiesOf(own), account)
        await side().update(topic, replaceAccounts(known, addresses))
        for (const event of changedEvents(own, addresses)) {
          await tell(known, event)
        }
      }),
    selectChain: (topic, chain) => attempt(() => move(topic, chain)),
    extend: (topic) => attempt(() => side().extend(topic)),
    end: (topic) => attempt(() => side().end(topic)),
    take: place.take,
    stop: place.stop,
  }
}

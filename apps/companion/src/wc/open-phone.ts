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
import type { PhoneState, VisitorQuestion } from './phone-state.ts'
import {
  claimedOrigin,
  numberOf,
  otherChains,
  reorderSession,
  replaceAccounts,
} from './session-view.ts'
import { grantTerms, otherChainsOf, readTerms, signInChains } from './terms.ts'

/**
 * Opens the phone wallet; it connects to no relay before a link was opened or a session is stored.
 */
export function openPhone({ store, create, relays, locks, origin, openLink }: PhoneOptions): Phone {
  const now: { state: PhoneState; side?: WalletSide | undefined } = {
    state: { place: 'here', isPairing: false, sessions: [], asked: [] },
  }
  const listeners = new Set<() => void>()
  const arrivals = new Set<(side: WalletSide) => void>()
  const changeState = (next: Partial<PhoneState>): void => {
    now.state = { ...now.state, ...next, sessions: now.side?.getSessions() ?? [] }
    for (const listener of listeners) {
      listener()
    }
  }
  const deriveKeys = (): readonly LocalAccount[] =>
    deriveAccounts({ mnemonic: testWords, count: store.readAccountCount() })
  const listChains = (): readonly ChainId[] =>
    [localChain, ...store.readState().chains].map(({ id }) => `eip155:${id}` as const)
  const makeFamilySigner = (): FamilySigner => createFamilies(store, async () => false)
  const listKnownChains = (): readonly ChainId[] => [
    ...listChains(),
    ...Object.values(wireFamilies).map(({ chain }) => chain),
  ]
  const askVisitor = (one: VisitorQuestion): void =>
    changeState({ asked: [...now.state.asked, one] })
  const forgetAsked = (isIt: (one: VisitorQuestion) => boolean): void =>
    changeState({ asked: now.state.asked.filter((one) => !isIt(one)) })
  const noteOutcome = (
    one: Pick<VisitorQuestion, 'metadata'>,
    what: string,
    outcome: 'Approved' | 'Rejected' | 'Failed',
  ): void => {
    store.addToLog({
      at: Date.now(),
      origin: `${claimedOrigin(one.metadata)} (by link)`,
      what,
      outcome,
    })
    changeState({ answered: { metadata: one.metadata, outcome } })
  }
  const requireSide = (): WalletSide => {
    if (!now.side) throw new Error('another tab speaks for this wallet')
    return now.side
  }
  /** The browser makes this tab active a moment after the page has started. */
  const sideHere = (): Promise<WalletSide> =>
    now.side ? Promise.resolve(now.side) : new Promise((here) => void arrivals.add(here))
  const attemptWork = async (work: () => Promise<void>): Promise<void> => {
    const { fault: _, ...rest } = now.state
    now.state = rest
    try {
      await work()
      changeState({})
    } catch (error) {
      changeState({ fault: faultWords(error) })
    }
  }
  const findSession = (topic: string): SessionRecord | undefined =>
    requireSide()
      .getSessions()
      .find((one) => one.topic === topic)
  const tellPage = async (
    { topic, namespaces }: SessionRecord,
    event: { readonly chain: ChainId; readonly name: string; readonly data: unknown },
  ): Promise<void> => {
    const own = Object.entries(namespaces).filter(
      ([key]) => key.split(':')[0] === namespaceOf(event.chain),
    )
    if (own.some(([, { events }]) => events.includes(event.name)))
      await requireSide().emit(topic, event)
  }
  const moveSession = async (topic: string, chain: ChainId): Promise<void> => {
    const known = findSession(topic)
    if (!known) return
    await requireSide().update(topic, reorderSession(known, { chain }))
    await tellPage(known, { chain, name: 'chainChanged', data: numberOf(chain) })
  }
  const meetRequest = async (request: WalletRequest): Promise<void> => {
    const known = findSession(request.topic)
    if (!known) return
    const { metadata } = known.peer
    const seen = { what: request.method, wasAsked: false }
    const { answer, outcome, moved } = await answerRequest(
      { session: known, request, keys: deriveKeys(), store },
      (approval) => {
        if (approval.kind === 'connect' || approval.kind === 'accounts')
          return Promise.resolve(false)
        seen.wasAsked = true
        return new Promise<boolean>((answered) =>
          askVisitor({
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
    await attemptWork(() => requireSide().respond(request, answer))
    if (seen.wasAsked) noteOutcome({ metadata }, seen.what, outcome)
    if (moved) await attemptWork(() => moveSession(request.topic, moved))
  }
  const meetProposal = async (proposal: WalletProposal): Promise<void> => {
    const terms = readTerms(proposal, listKnownChains())
    const families = familiesOf(otherChainsOf(terms))
    const offered = families.length > 0 ? await makeFamilySigner().offer(families) : []
    const { id, metadata, expiresAt } = proposal
    // Deriving the keys of three accounts takes a moment.
    if (expiresAt > Date.now())
      askVisitor({ kind: 'proposal', id, metadata, proposal, terms, offered })
  }
  const meetEvent = (event: WalletEvent): void => {
    switch (event.type) {
      case 'proposal':
        void attemptWork(() => meetProposal(event.proposal))
        break
      case 'authentication':
        askVisitor({
          kind: 'sign-in',
          ...event,
          id: event.authentication.id,
          metadata: event.authentication.metadata,
        })
        break
      case 'request':
        void meetRequest(event.request)
        break
      case 'session-ended':
        forgetAsked((one) => one.kind === 'request' && one.topic === event.topic)
        break
      case 'expired':
        forgetAsked((one) => one.id === event.id)
        break
      case 'session':
        changeState({})
    }
  }
  const grantProposal = async (
    { id, terms }: Extract<VisitorQuestion, { kind: 'proposal' }>,
    accounts: readonly string[],
    other: number,
  ): Promise<void> => {
    const own = otherChainsOf(terms)
    const addresses = await makeFamilySigner().addresses(familiesOf(own), other)
    const properties = sessionProperties(own, addresses)
    await requireSide().approve(id, {
      namespaces: grantTerms(terms, accounts, addresses),
      ...(Object.keys(properties).length > 0 && { sessionProperties: properties }),
    })
  }
  const signIn = async (
    { id, authentication }: Extract<VisitorQuestion, { kind: 'sign-in' }>,
    account: string,
  ): Promise<void> => {
    const key = deriveKeys().find(({ address }) => address === account)
    if (!key) return
    const ids = signInChains(authentication.chains, listChains()).map((chain) =>
      accountId(chain, account),
    )
    const proofs = await Promise.all(
      ids.map(async (own) => ({
        account: own,
        signature: await key.signMessage({ message: authentication.messageFor(own) }),
        kind: 'eip191' as const,
      })),
    )
    await requireSide().authenticate(id, proofs)
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
        supports: { chains: listChains() },
        openLink,
      })
      now.side = opened
      // Stored sessions are reported while they are read, a moment before they can be used.
      const stop = opened.watch(
        (event) => void setTimeout(() => now.side === opened && meetEvent(event)),
      )
      changeState({ place: 'here', asked: [] })
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
    leave: () => changeState({ place: 'elsewhere', asked: [] }),
  })

  return {
    read: () => now.state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async pair(link) {
      changeState({ isPairing: true })
      await attemptWork(async () => (await sideHere()).pair(link.trim()))
      changeState({ isPairing: false })
    },
    dispatch: (link) => attemptWork(async () => (await sideHere()).dispatchLink(link)),
    approve: (one, accounts, other = 0) =>
      attemptWork(async () => {
        const [first] = accounts
        if (!now.state.asked.includes(one) || !first) return
        if (one.kind === 'request') {
          forgetAsked((asked) => asked === one)
          return one.answer(true)
        }
        if (one.kind === 'proposal') await grantProposal(one, accounts, other)
        else await signIn(one, first)
        forgetAsked((asked) => asked === one)
        noteOutcome(one, one.kind === 'proposal' ? 'Connect' : 'Sign in', 'Approved')
      }),
    reject: (one) =>
      attemptWork(async () => {
        if (!now.state.asked.includes(one)) return
        forgetAsked((asked) => asked === one)
        if (one.kind === 'request') return one.answer(false)
        await requireSide().reject(one.id)
        noteOutcome(one, one.kind === 'proposal' ? 'Connect' : 'Sign in', 'Rejected')
      }),
    selectAccount: (topic, account) =>
      attemptWork(async () => {
        const known = findSession(topic)
        if (!known) return
        const namespaces = reorderSession(known, { account })
        await requireSide().update(topic, namespaces)
        const [chain] = namespaces.eip155?.chains ?? []
        const granted = (namespaces.eip155?.accounts ?? []).filter((one) => chainOf(one) === chain)
        if (chain)
          await tellPage(known, { chain, name: 'accountsChanged', data: granted.map(addressOf) })
      }),
    selectOther: (topic, account) =>
      attemptWork(async () => {
        const known = findSession(topic)
        if (!known) return
        const own = otherChains(known)
        const addresses = await makeFamilySigner().addresses(familiesOf(own), account)
        await requireSide().update(topic, replaceAccounts(known, addresses))
        for (const event of changedEvents(own, addresses)) {
          await tellPage(known, event)
        }
      }),
    selectChain: (topic, chain) => attemptWork(() => moveSession(topic, chain)),
    extend: (topic) => attemptWork(() => requireSide().extend(topic)),
    end: (topic) => attemptWork(() => requireSide().end(topic)),
    take: place.take,
    stop: place.stop,
  }
}

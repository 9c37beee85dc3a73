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
import { createFamilies, localChain, testSeedWords } from '../wallet.ts'
import { answerRequest } from './answer-request.ts'
import { changedEvents, familiesOf, sessionProperties, wireFamilies } from './families.ts'
import { faultText } from './fault-text.ts'
import { holdActiveTab } from './hold-active-tab.ts'
import type { Phone, PhoneOptions } from './phone-contract.ts'
import type { PhoneState, VisitorQuestion } from './phone-state.ts'
import {
  chainNumberOf,
  claimedOrigin,
  otherChains,
  reorderSession,
  replaceAccounts,
} from './session-view.ts'
import { grantTerms, otherChainsOf, readTerms, signInChains } from './terms.ts'

/**
 * Opens the phone wallet; it connects to no relay before a link was opened or a session is stored.
 */
export function openPhone({ store, create, relays, locks, origin, openLink }: PhoneOptions): Phone {
  const phoneState: { state: PhoneState; side?: WalletSide | undefined } = {
    state: { place: 'here', isPairing: false, sessions: [], asked: [] },
  }
  const listeners = new Set<() => void>()
  const sideListeners = new Set<(side: WalletSide) => void>()
  const changeState = (next: Partial<PhoneState>): void => {
    phoneState.state = {
      ...phoneState.state,
      ...next,
      sessions: phoneState.side?.getSessions() ?? [],
    }
    for (const listener of listeners) {
      listener()
    }
  }
  const deriveKeys = (): readonly LocalAccount[] =>
    deriveAccounts({ mnemonic: testSeedWords, count: store.readAccountCount() })
  const listChains = (): readonly ChainId[] =>
    [localChain, ...store.readState().chains].map(({ id }) => `eip155:${id}` as const)
  const makeFamilySigner = (): FamilySigner => createFamilies(store, async () => false)
  const listKnownChains = (): readonly ChainId[] => [
    ...listChains(),
    ...Object.values(wireFamilies).map(({ chain }) => chain),
  ]
  const askVisitor = (question: VisitorQuestion): void =>
    changeState({ asked: [...phoneState.state.asked, question] })
  const removeQuestions = (isIt: (question: VisitorQuestion) => boolean): void =>
    changeState({ asked: phoneState.state.asked.filter((question) => !isIt(question)) })
  const recordOutcome = (
    question: Pick<VisitorQuestion, 'metadata'>,
    requestText: string,
    outcome: 'Approved' | 'Rejected' | 'Failed',
  ): void => {
    store.addToLog({
      at: Date.now(),
      origin: `${claimedOrigin(question.metadata)} (by link)`,
      what: requestText,
      outcome,
    })
    changeState({ answered: { metadata: question.metadata, outcome } })
  }
  const requireSide = (): WalletSide => {
    if (!phoneState.side) throw new Error('another tab speaks for this wallet')
    return phoneState.side
  }
  /** The browser makes this tab active a moment after the page has started. */
  const awaitSide = (): Promise<WalletSide> =>
    phoneState.side
      ? Promise.resolve(phoneState.side)
      : new Promise((resolve) => void sideListeners.add(resolve))
  const attemptWork = async (task: () => Promise<void>): Promise<void> => {
    const { fault: _, ...stateWithoutFault } = phoneState.state
    phoneState.state = stateWithoutFault
    try {
      await task()
      changeState({})
    } catch (error) {
      changeState({ fault: faultText(error) })
    }
  }
  const findSession = (topic: string): SessionRecord | undefined =>
    requireSide()
      .getSessions()
      .find((question) => question.topic === topic)
  const emitToPage = async (
    { topic, namespaces }: SessionRecord,
    event: { readonly chain: ChainId; readonly name: string; readonly data: unknown },
  ): Promise<void> => {
    const eventNamespaces = Object.entries(namespaces).filter(
      ([key]) => key.split(':')[0] === namespaceOf(event.chain),
    )
    if (eventNamespaces.some(([, { events }]) => events.includes(event.name)))
      await requireSide().emit(topic, event)
  }
  const switchSessionChain = async (topic: string, chain: ChainId): Promise<void> => {
    const knownSession = findSession(topic)
    if (!knownSession) return
    await requireSide().update(topic, reorderSession(knownSession, { chain }))
    await emitToPage(knownSession, { chain, name: 'chainChanged', data: chainNumberOf(chain) })
  }
  const handleRequest = async (request: WalletRequest): Promise<void> => {
    const knownSession = findSession(request.topic)
    if (!knownSession) return
    const { metadata } = knownSession.peer
    const requestState = { what: request.method, wasAsked: false }
    const { answer, outcome, moved } = await answerRequest(
      { session: knownSession, request, keys: deriveKeys(), store },
      (approval) => {
        if (approval.kind === 'connect' || approval.kind === 'accounts')
          return Promise.resolve(false)
        requestState.wasAsked = true
        return new Promise<boolean>((resolveAnswer) =>
          askVisitor({
            kind: 'request',
            id: request.id,
            topic: request.topic,
            metadata,
            approval,
            answer: resolveAnswer,
          }),
        )
      },
    )
    await attemptWork(() => requireSide().respond(request, answer))
    if (requestState.wasAsked) recordOutcome({ metadata }, requestState.what, outcome)
    if (moved) await attemptWork(() => switchSessionChain(request.topic, moved))
  }
  const handleProposal = async (proposal: WalletProposal): Promise<void> => {
    const terms = readTerms(proposal, listKnownChains())
    const families = familiesOf(otherChainsOf(terms))
    const offeredAddresses = families.length > 0 ? await makeFamilySigner().offer(families) : []
    const { id, metadata, expiresAt } = proposal
    // Deriving the keys of three accounts takes a moment.
    if (expiresAt > Date.now())
      askVisitor({ kind: 'proposal', id, metadata, proposal, terms, offered: offeredAddresses })
  }
  const handleEvent = (event: WalletEvent): void => {
    switch (event.type) {
      case 'proposal':
        void attemptWork(() => handleProposal(event.proposal))
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
        void handleRequest(event.request)
        break
      case 'session-ended':
        removeQuestions((question) => question.kind === 'request' && question.topic === event.topic)
        break
      case 'expired':
        removeQuestions((question) => question.id === event.id)
        break
      case 'session':
        changeState({})
    }
  }
  const grantProposal = async (
    { id, terms }: Extract<VisitorQuestion, { kind: 'proposal' }>,
    accounts: readonly string[],
    otherAccount: number,
  ): Promise<void> => {
    const familyChains = otherChainsOf(terms)
    const addresses = await makeFamilySigner().addresses(familiesOf(familyChains), otherAccount)
    const properties = sessionProperties(familyChains, addresses)
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
    const signInProofs = await Promise.all(
      ids.map(async (own) => ({
        account: own,
        signature: await key.signMessage({ message: authentication.messageFor(own) }),
        kind: 'eip191' as const,
      })),
    )
    await requireSide().authenticate(id, signInProofs)
  }

  const activeTab = holdActiveTab(locks, {
    name: 'latchkey-companion.phone',
    enterActiveTab() {
      const metadata = {
        name: 'Companion (test wallet)',
        description: 'Local chains only',
        url: origin,
        icons: [],
        redirect: { universal: `${origin}/wc`, linkMode: true },
      }
      const openedWalletSide = create({
        relays,
        metadata,
        id: 'companion',
        supports: { chains: listChains() },
        openLink,
      })
      phoneState.side = openedWalletSide
      // Stored sessions are reported while they are read, a moment before they can be used.
      const stop = openedWalletSide.watch(
        (event) =>
          void setTimeout(() => phoneState.side === openedWalletSide && handleEvent(event)),
      )
      changeState({ place: 'here', asked: [] })
      for (const resolve of sideListeners) {
        resolve(openedWalletSide)
      }
      sideListeners.clear()
      return () => {
        stop()
        openedWalletSide.close()
        phoneState.side = undefined
      }
    },
    leave: () => changeState({ place: 'elsewhere', asked: [] }),
  })

  return {
    read: () => phoneState.state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async pair(link) {
      changeState({ isPairing: true })
      await attemptWork(async () => (await awaitSide()).pair(link.trim()))
      changeState({ isPairing: false })
    },
    dispatch: (link) => attemptWork(async () => (await awaitSide()).dispatchLink(link)),
    approve: (question, accounts, otherAccount = 0) =>
      attemptWork(async () => {
        const [first] = accounts
        if (!phoneState.state.asked.includes(question) || !first) return
        if (question.kind === 'request') {
          removeQuestions((pendingQuestion) => pendingQuestion === question)
          return question.answer(true)
        }
        if (question.kind === 'proposal') await grantProposal(question, accounts, otherAccount)
        else await signIn(question, first)
        removeQuestions((pendingQuestion) => pendingQuestion === question)
        recordOutcome(question, question.kind === 'proposal' ? 'Connect' : 'Sign in', 'Approved')
      }),
    reject: (question) =>
      attemptWork(async () => {
        if (!phoneState.state.asked.includes(question)) return
        removeQuestions((pendingQuestion) => pendingQuestion === question)
        if (question.kind === 'request') return question.answer(false)
        await requireSide().reject(question.id)
        recordOutcome(question, question.kind === 'proposal' ? 'Connect' : 'Sign in', 'Rejected')
      }),
    selectAccount: (topic, account) =>
      attemptWork(async () => {
        const knownSession = findSession(topic)
        if (!knownSession) return
        const namespaces = reorderSession(knownSession, { account })
        await requireSide().update(topic, namespaces)
        const [chain] = namespaces.eip155?.chains ?? []
        const grantedAccounts = (namespaces.eip155?.accounts ?? []).filter(
          (question) => chainOf(question) === chain,
        )
        if (chain)
          await emitToPage(knownSession, {
            chain,
            name: 'accountsChanged',
            data: grantedAccounts.map(addressOf),
          })
      }),
    selectOther: (topic, account) =>
      attemptWork(async () => {
        const knownSession = findSession(topic)
        if (!knownSession) return
        const sessionChains = otherChains(knownSession)
        const addresses = await makeFamilySigner().addresses(familiesOf(sessionChains), account)
        await requireSide().update(topic, replaceAccounts(knownSession, addresses))
        for (const event of changedEvents(sessionChains, addresses)) {
          await emitToPage(knownSession, event)
        }
      }),
    selectChain: (topic, chain) => attemptWork(() => switchSessionChain(topic, chain)),
    extend: (topic) => attemptWork(() => requireSide().extend(topic)),
    end: (topic) => attemptWork(() => requireSide().end(topic)),
    take: activeTab.take,
    stop: activeTab.stop,
  }
}

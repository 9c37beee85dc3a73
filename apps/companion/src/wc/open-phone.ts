import { switchOtherAccounts, switchSessionAccount, switchSessionChain } from './change-session.ts'
import { grantProposal, signIn } from './grant-question.ts'
import { createEventHandler } from './handle-events.ts'
import { holdActiveTab } from './hold-active-tab.ts'
import { holdPhoneState } from './hold-phone-state.ts'
import type { Phone, PhoneOptions } from './phone-contract.ts'
import { listEvmChains } from './phone-keys.ts'

/**
 * Opens the phone wallet. It connects to a relay only when a link is opened or a session is stored.
 */
export function openPhone({ store, create, relays, locks, origin, openLink }: PhoneOptions): Phone {
  const held = holdPhoneState(store)
  const { changeState, removeQuestions, recordOutcome, requireSide, attemptWork } = held
  const handleEvent = createEventHandler(held, store)

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
        supports: { chains: listEvmChains(store) },
        openLink,
      })
      held.setSide(openedWalletSide)
      // The client reports stored sessions before they can be used, so events are handled a tick
      // later.
      const stop = openedWalletSide.watch(
        (event) => void setTimeout(() => held.isSide(openedWalletSide) && handleEvent(event)),
      )
      changeState({ place: 'here', asked: [] })
      return () => {
        stop()
        openedWalletSide.close()
        held.setSide(undefined)
      }
    },
    leave: () => changeState({ place: 'elsewhere', asked: [] }),
  })

  return {
    read: held.readState,
    watch: held.watchState,
    async pair(link) {
      changeState({ isPairing: true })
      await attemptWork(async () => (await held.awaitSide()).pair(link.trim()))
      changeState({ isPairing: false })
    },
    dispatch: (link) => attemptWork(async () => (await held.awaitSide()).dispatchLink(link)),
    approve: (question, accounts, otherAccount = 0) =>
      attemptWork(async () => {
        const [first] = accounts
        if (!held.readState().asked.includes(question) || !first) return
        if (question.kind === 'request') {
          removeQuestions((pendingQuestion) => pendingQuestion === question)
          return question.answer(true)
        }
        if (question.kind === 'proposal')
          await grantProposal(held, store, { question, accounts, otherAccount })
        else await signIn(held, store, { question, account: first })
        removeQuestions((pendingQuestion) => pendingQuestion === question)
        recordOutcome(question, question.kind === 'proposal' ? 'Connect' : 'Sign in', 'Approved')
      }),
    reject: (question) =>
      attemptWork(async () => {
        if (!held.readState().asked.includes(question)) return
        removeQuestions((pendingQuestion) => pendingQuestion === question)
        if (question.kind === 'request') return question.answer(false)
        await requireSide().reject(question.id)
        recordOutcome(question, question.kind === 'proposal' ? 'Connect' : 'Sign in', 'Rejected')
      }),
    selectAccount: (topic, account) =>
      attemptWork(() => switchSessionAccount(held, topic, account)),
    selectOther: (topic, account) =>
      attemptWork(() => switchOtherAccounts(held, store, { topic, account })),
    selectChain: (topic, chain) => attemptWork(() => switchSessionChain(held, topic, chain)),
    extend: (topic) => attemptWork(() => requireSide().extend(topic)),
    end: (topic) => attemptWork(() => requireSide().end(topic)),
    take: activeTab.take,
    stop: activeTab.stop,
  }
}

import { answerTwice, type Behavior } from '@latchkey/testing'
import type { ToyProvider } from '../src/connect/provider.ts'
import { signByToyKey, toyAccounts } from './toy-accounts.ts'
import { type ToyChain, toyError } from './toy-chain.ts'

/** What a toy wallet says of itself, as an answer and with each event. */
export interface ToyState {
  /** Addresses, the selected first; empty when the site is not permitted. */
  readonly accounts: readonly string[]
  /** CAIP-2 id of its network. */
  readonly chain: string
}

export interface MockToyWallet {
  /** Announces itself on `page`, at once and on request; the returned function removes it. */
  install(page: EventTarget): () => void
  /** Sets how every request is handled from now on; reads of the chain are always answered. */
  behave(behavior: Behavior): void
  /** Approves the oldest hanging request; false when none hangs. */
  release(): Promise<boolean>
  selectAccount(index: number): void
  selectChain(chain: string): void
  revoke(): void
  readonly prompts: () => number
  readonly listenerCount: () => number
}

const prompting = ['toy_connect', 'toy_sign', 'toy_send', 'toy_switch']

/** A wallet of the toy chain for tests: it signs with real keys and follows the set behaviour. */
export function mockToyWallet(chain: ToyChain): MockToyWallet {
  const held = {
    accounts: toyAccounts.map(({ address }) => address),
    chain: 'toy:main',
    isPermitted: false,
    behavior: 'approve' as Behavior,
    prompts: 0,
  }
  const listeners = new Set<(state: unknown) => void>()
  const hanging: (() => void)[] = []
  const readState = (): ToyState => ({
    accounts: held.isPermitted ? held.accounts : [],
    chain: held.chain,
  })
  const reportState = () => {
    for (const listener of [...listeners]) {
      listener(readState())
    }
  }
  const checkPermitted = () => {
    if (!held.isPermitted) throw toyError('declined')
  }

  const approveRequest = async (method: string, params: unknown): Promise<unknown> => {
    const { message, account, chain: next, to, amount } = (params ?? {}) as Record<string, string>
    switch (method) {
      case 'toy_connect':
        held.isPermitted = true
        return readState()
      case 'toy_state':
        return readState()
      case 'toy_disconnect':
        held.isPermitted = false
        return null
      case 'toy_sign':
        checkPermitted()
        return signByToyKey(account ?? '', message ?? '')
      case 'toy_switch':
        held.chain = String(next)
        reportState()
        return null
      case 'toy_send':
        checkPermitted()
        return chain.submit({
          network: networkOf(held.chain),
          from: account ?? '',
          to: to ?? '',
          amount: BigInt(amount ?? 0),
        })
    }
    throw toyError('unheard')
  }
  const meetRequest = async (method: string, params: unknown): Promise<unknown> => {
    const { behavior } = held
    if (typeof behavior === 'object') {
      if ('lie' in behavior) return behavior.lie
      if ('fail' in behavior) throw behavior.fail
      await new Promise((resolve) => setTimeout(resolve, behavior.late))
    }
    if (behavior === 'reject') throw toyError('declined')
    if (behavior === 'pending' || behavior === 'die') throw toyError('busy')
    if (behavior === 'hang') await new Promise<void>((resolve) => hanging.push(resolve))
    return approveRequest(method, params)
  }

  const provider: ToyProvider = {
    name: 'Toybox',
    request(method, params) {
      if (prompting.includes(method)) held.prompts++
      if (method === 'toy_read') {
        const { chain: id, method: read, params: rest } = params as Record<string, string>
        return Promise.resolve().then(() => chain.answer(networkOf(String(id)), String(read), rest))
      }
      const answer = meetRequest(method, params)
      return held.behavior === 'twice' ? answerTwice(answer) : answer
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  return {
    install(page) {
      const announceWallet = () =>
        page.dispatchEvent(new CustomEvent('toy:wallet', { detail: provider }))
      page.addEventListener('toy:ask', announceWallet)
      announceWallet()
      return () => page.removeEventListener('toy:ask', announceWallet)
    },
    behave(behavior) {
      held.behavior = behavior
    },
    async release() {
      const next = hanging.shift()
      next?.()
      await new Promise((resolve) => setTimeout(resolve, 0))
      return next !== undefined
    },
    selectAccount(index) {
      const shown = held.accounts[index]
      if (!shown) throw new Error(`the toy wallet has no account ${index}`)
      held.accounts = [shown, ...held.accounts.filter((account) => account !== shown)]
      reportState()
    },
    selectChain(id) {
      held.chain = id
      reportState()
    },
    revoke() {
      held.isPermitted = false
      reportState()
    },
    prompts: () => held.prompts,
    listenerCount: () => listeners.size,
  }
}

function networkOf(chain: string): string {
  return chain.slice(chain.indexOf(':') + 1)
}

import { answerTwice } from '../parts/answer-twice.ts'
import { asInstance } from '../parts/as-instance.ts'
import { providerError } from '../parts/behavior.ts'
import { openBehaviors } from '../parts/behavior-queue.ts'
import {
  addressesOf,
  answerAddresses,
  sendTransfer,
  signMessage,
  signPsbt,
  writeAddresses,
} from './answers.ts'
import { fromHex, toHex } from './bytes.ts'
import type { MockWbipBehavior, MockWbipWallet, MockWbipWalletOptions } from './contract.ts'
import { signStacksMessage } from './stacks.ts'

const testKeys = ['01'.repeat(32), '02'.repeat(32)]
const quietMethods = ['wallet_disconnect']
type Listener = (payload: unknown) => void

/**
 * A wallet for Bitcoin and Stacks for tests: pages call `request(method, params)`, answers are
 * JSON-RPC, and it signs with real keys. Its `persona` says how it differs from other such wallets.
 */
export function mockWbipWallet(options: MockWbipWalletOptions): MockWbipWallet {
  const { persona } = options
  const providerPath = options.path ?? persona.path
  const accounts = (options.keys ?? testKeys).map((key) => ({ key: fromHex(key) }))
  const [first] = accounts
  if (!first) throw new Error('the mock wallet needs a key')
  const walletState = {
    shown: first,
    network: options.network ?? persona.networks.at(-1) ?? '',
    isAuthorized: false,
    ids: 0,
  }
  const behaviors = openBehaviors<MockWbipBehavior>('approve')
  const requests: { method: string; params: unknown }[] = []
  const hangingRequests: ((behavior: MockWbipBehavior) => void)[] = []
  const listeners = new Map<string, Set<Listener>>()
  const wrapValue = <T>(value: T): T => (options.isClass ? asInstance(value) : value)
  const emitEvent = (event: string, payload?: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      listener(wrapValue(payload))
    }
  }
  const listAddresses = () => addressesOf(walletState.shown, persona, walletState.network)
  const shareAddresses = () =>
    walletState.isAuthorized ? { addresses: writeAddresses(listAddresses(), persona) } : {}
  const isNetwork = (name: unknown) => name === undefined || persona.networks.includes(String(name))

  const approveRequest = (method: string, params: Readonly<Record<string, unknown>>): unknown => {
    if (!isNetwork(params.network))
      throw providerError(-32602, `network ${params.network} is unknown`)
    if (method === persona.connect || method === 'getAddresses') {
      walletState.isAuthorized = true
      if (params.network !== undefined) walletState.network = String(params.network)
      const { network } = walletState
      return answerAddresses(listAddresses(), persona, { method, params, network })
    }
    if (method === 'wallet_disconnect' && persona.canDisconnect) {
      walletState.isAuthorized = false
      return null
    }
    const methodHandlers: Readonly<Record<string, () => unknown>> = {
      signMessage: () => signMessage(walletState.shown, persona, walletState.network, params),
      signPsbt: () => signPsbt(walletState.shown, { persona, node: options.node }, params),
      sendTransfer: () =>
        sendTransfer(
          walletState.shown,
          { persona, network: walletState.network, node: options.node },
          params,
        ),
      stx_signMessage: () => signStacksMessage(walletState.shown.key, params),
      ...(persona.canDisconnect && { wallet_changeNetwork: () => changeNetwork(params.name) }),
    }
    const customMethod = options.verbs?.[method]
    const methodHandler = customMethod
      ? () => customMethod(params, toHex(walletState.shown.key))
      : methodHandlers[method]
    if (!methodHandler) throw providerError(-32601, `Method ${method} is not supported`)
    if (!walletState.isAuthorized) throw providerError(-32002, 'Access denied')
    return methodHandler()
  }
  const changeNetwork = (name: unknown) => {
    if (name === undefined || !isNetwork(name)) throw providerError(-32602, 'no such network')
    switchNetwork(String(name))
    return null
  }
  const switchNetwork = (name: string) => {
    if (name === walletState.network) return
    walletState.network = name
    if (persona.hasEvents)
      emitEvent('networkChange', {
        type: 'networkChange',
        bitcoin: { name },
        stacks: { name },
        ...shareAddresses(),
      })
  }
  const answerResult = (result: unknown) => ({ jsonrpc: '2.0', id: ++walletState.ids, result })
  const answerError = (failure: unknown) => {
    const { code, message, data } = failure as { code?: unknown; message?: unknown; data?: unknown }
    const error = { code, message, ...(data !== undefined && { data }) }
    const answer = { jsonrpc: '2.0', id: ++walletState.ids, error }
    if (persona.errors === 'thrown') throw answer
    return answer
  }
  const handleRequest = async (
    behavior: MockWbipBehavior,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<unknown> => {
    const answerApproved = async () => {
      try {
        return answerResult(await approveRequest(method, params))
      } catch (failure) {
        return answerError(failure)
      }
    }
    if (typeof behavior === 'object') {
      if ('raw' in behavior) return behavior.raw
      if ('lie' in behavior) return answerResult(behavior.lie)
      if ('fail' in behavior) throw behavior.fail
      await new Promise((resolve) => setTimeout(resolve, behavior.late))
      return answerApproved()
    }
    if (behavior === 'reject')
      return answerError(providerError(-32000, 'User rejected the request'))
    if (behavior === 'pending' || behavior === 'die')
      return answerError(providerError(-32603, 'The wallet cannot answer'))
    if (behavior !== 'hang') return answerApproved()
    return new Promise((resolve, reject) => {
      hangingRequests.push((next) => handleRequest(next, method, params).then(resolve, reject))
    })
  }
  const addListener = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => void listeners.get(event)?.delete(listener)
  }
  const provider = wrapValue({
    ...persona.marks,
    ...(persona.hasEvents && { addListener }),
    request(method: string, params?: unknown) {
      requests.push({ method, params })
      const behavior = behaviors.take(method, !quietMethods.includes(method))
      const answer = handleRequest(behavior, method, (params ?? {}) as Record<string, unknown>)
      return behavior === 'twice' ? answerTwice(answer) : answer
    },
  })

  return {
    provider,
    requests,
    prompts: () => requests.filter(({ method }) => !quietMethods.includes(method)).length,
    listenerCount: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    isAuthorized: () => walletState.isAuthorized,
    addresses: listAddresses,
    behave: behaviors.set,
    behaveOnce: behaviors.addOnce,
    async release(behavior = 'approve') {
      const releasedRequest = hangingRequests.shift()
      releasedRequest?.(behavior)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return releasedRequest !== undefined
    },
    selectAccount(index) {
      const shownAccount = accounts[index]
      if (!shownAccount) throw new Error(`the mock wallet has no account ${index}`)
      walletState.shown = shownAccount
      if (persona.hasEvents)
        emitEvent('accountChange', { type: 'accountChange', ...shareAddresses() })
    },
    selectNetwork: switchNetwork,
    revoke() {
      walletState.isAuthorized = false
      if (persona.hasEvents) emitEvent('disconnect', { type: 'disconnect' })
    },
    emit: emitEvent,
    install(page) {
      const pathParts = providerPath.split('.')
      const lastPart = pathParts.pop() ?? providerPath
      const providerParent = pathParts.reduce<Record<string, unknown>>(
        (parent, part) => {
          parent[part] ??= {}
          return parent[part] as Record<string, unknown>
        },
        page as Record<string, unknown>,
      )
      providerParent[lastPart] = provider
      const entry = wrapValue({
        id: providerPath,
        name: options.name ?? persona.name,
        ...(options.icon && { icon: options.icon }),
      })
      const registryLists = persona.registries.map((name) => {
        const registries = page as Record<string, unknown[] | undefined>
        const registry = registries[name] ?? []
        registries[name] = registry
        registry.push(entry)
        return registry
      })
      return () => {
        if (providerParent[lastPart] === provider) delete providerParent[lastPart]
        for (const list of registryLists) {
          if (list.includes(entry)) list.splice(list.indexOf(entry), 1)
        }
      }
    },
  }
}

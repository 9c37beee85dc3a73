import type { LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { answerTwice } from '../parts/answer-twice.ts'
import { asInstance } from '../parts/as-instance.ts'
import { type Behavior, providerError } from '../parts/behavior.ts'
import { openBehaviors } from '../parts/behavior-queue.ts'
import { type Approver, approveEvm } from '../parts/mock-approval.ts'
import type {
  Listener,
  MockEvmWallet,
  MockEvmWalletOptions,
  MockProvider,
} from '../parts/mock-wallet.ts'
import { chainNumber, hexChain, type KnownChain } from './mock-chain.ts'

const firstTestKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const promptingMethods = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_connect',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]

/**
 * An EVM browser wallet for tests: it announces itself by EIP-6963, signs with real keys, records
 * requests and handles each as the test has set.
 */
export function mockEvmWallet(options: MockEvmWalletOptions = {}): MockEvmWallet {
  const accounts = (options.accounts ?? [firstTestKey]).map((account) =>
    typeof account === 'string' ? privateKeyToAccount(account) : account,
  )
  const firstChain = options.chain ?? 31337
  const knownChains = new Map<number, KnownChain>(
    [firstChain, ...(options.chains ?? [])].map((chain) => [
      chainNumber(chain),
      { id: chainNumber(chain) },
    ]),
  )
  const key = `mock-evm-wallet:${options.rdns ?? 'test.mock.wallet'}`
  const walletState = {
    order: accounts,
    chain: chainNumber(firstChain),
    isAuthorized: options.isAuthorized ?? options.memory?.getItem(key) === 'yes',
    isDead: false,
    isLocked: options.isLocked ?? false,
  }
  const behaviors = openBehaviors<Behavior>('approve')
  const requests: { method: string; params: unknown }[] = []
  const hangingRequests: ((behavior: Behavior) => void)[] = []
  const listeners = new Map<string, Set<Listener>>()

  const wrapValue = <T>(value: T): T => (options.isClass ? asInstance(value) : value)
  const emitEvent = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      listener(wrapValue(payload))
    }
  }
  const listAddresses = () =>
    walletState.isAuthorized && !walletState.isLocked
      ? walletState.order.map(({ address }) => address)
      : []
  const chainId = () =>
    options.isDecimal ? String(walletState.chain) : hexChain(walletState.chain)
  const setAuthorized = (isAuthorized: boolean) => {
    walletState.isAuthorized = isAuthorized
    if (isAuthorized) options.memory?.setItem(key, 'yes')
    else options.memory?.removeItem(key)
  }
  const switchChain = (chain: number) => {
    if (chain === walletState.chain) return
    walletState.chain = chain
    emitEvent('chainChanged', chainId())
  }
  const signerOf = (address: unknown): LocalAccount => {
    const foundAccount = accounts.find(
      (account) => account.address.toLowerCase() === String(address).toLowerCase(),
    )
    if (!walletState.isAuthorized || walletState.isLocked || !foundAccount)
      throw providerError(4100, 'The requested account has not been authorized.')
    return foundAccount
  }

  const unlockWallet = () => {
    if (!walletState.isLocked) return
    walletState.isLocked = false
    if (walletState.isAuthorized) emitEvent('accountsChanged', listAddresses())
  }
  // A wallet that does not support `wallet_connect` refuses the request without a prompt.
  const isPrompting = (method: string) =>
    promptingMethods.includes(method) && (method !== 'wallet_connect' || options.canSignIn === true)
  const findNodeUrl = () => knownChains.get(walletState.chain)?.rpcUrl ?? options.rpcUrl

  const approver: Approver = {
    known: knownChains,
    capabilities: options.capabilities,
    canSignIn: options.canSignIn ?? false,
    isAuthorized: () => walletState.isAuthorized,
    isLocked: () => walletState.isLocked,
    unlock: () => unlockWallet(),
    authorize: setAuthorized,
    addresses: listAddresses,
    chain: () => walletState.chain,
    chainId,
    switchChain,
    signer: signerOf,
    emit: emitEvent,
    url: findNodeUrl,
  }
  const handleRequest = async (
    behavior: Behavior,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> => {
    if (walletState.isDead)
      throw providerError(4900, 'The provider is disconnected from all chains.')
    if (typeof behavior === 'object') {
      if ('lie' in behavior) return behavior.lie
      if ('fail' in behavior) throw behavior.fail
      await new Promise((resolve) => setTimeout(resolve, behavior.late))
      return approveEvm(approver, method, params)
    }
    switch (behavior) {
      case 'reject':
        throw providerError(4001, 'User rejected the request.')
      case 'pending':
        throw providerError(-32002, `Request of type "${method}" already pending.`)
      case 'die':
        disconnectProvider()
        throw providerError(4900, 'The provider is disconnected from all chains.')
      case 'hang':
        return new Promise((resolve, reject) => {
          hangingRequests.push((next) => handleRequest(next, method, params).then(resolve, reject))
        })
      default:
        return approveEvm(approver, method, params)
    }
  }
  const disconnectProvider = () => {
    walletState.isDead = true
    emitEvent('disconnect', providerError(4900, 'The provider is disconnected from all chains.'))
  }

  const providerMembers: MockProvider = {
    request({ method, params }) {
      requests.push({ method, params })
      const behavior = behaviors.take(method, isPrompting(method))
      const answer = handleRequest(behavior, method, listParams(params))
      return behavior === 'twice' ? answerTwice(answer) : answer
    },
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set())
      listeners.get(event)?.add(listener)
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  const provider = wrapValue(providerMembers)
  const info = Object.freeze({
    uuid: options.uuid ?? crypto.randomUUID(),
    name: options.name ?? 'Mock Wallet',
    rdns: options.rdns ?? 'test.mock.wallet',
    icon: options.icon ?? 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  })

  return {
    info,
    provider,
    requests,
    prompts: () => requests.filter(({ method }) => isPrompting(method)).length,
    addresses: () => walletState.order.map(({ address }) => address),
    listenerCount: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    state: () => ({
      accounts: listAddresses(),
      chain: `eip155:${walletState.chain}`,
      isAuthorized: walletState.isAuthorized,
    }),
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
      walletState.order = [shownAccount, ...accounts.filter((account) => account !== shownAccount)]
      if (walletState.isAuthorized) emitEvent('accountsChanged', listAddresses())
    },
    selectChain(chain) {
      if (!knownChains.has(chainNumber(chain)))
        knownChains.set(chainNumber(chain), { id: chainNumber(chain) })
      switchChain(chainNumber(chain))
    },
    revoke() {
      setAuthorized(false)
      emitEvent('accountsChanged', [])
    },
    lock() {
      walletState.isLocked = true
      if (walletState.isAuthorized) emitEvent('accountsChanged', [])
    },
    unlock: unlockWallet,
    die: disconnectProvider,
    revive() {
      walletState.isDead = false
    },
    emit: emitEvent,
    install(page, { announce = true, legacy = false } = {}) {
      const announcement = wrapValue(Object.freeze({ info, provider }))
      const announceProvider = () =>
        page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: announcement }))
      const window = page as { ethereum?: unknown }
      if (legacy) window.ethereum = provider
      if (announce) {
        page.addEventListener('eip6963:requestProvider', announceProvider)
        announceProvider()
      }
      return () => {
        page.removeEventListener('eip6963:requestProvider', announceProvider)
        if (window.ethereum === provider) delete window.ethereum
      }
    },
  }
}

function listParams(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params
  return params === undefined ? [] : [params]
}

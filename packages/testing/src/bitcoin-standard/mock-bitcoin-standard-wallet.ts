import { answerTwice } from '../parts/answer-twice.ts'
import { asInstance } from '../parts/as-instance.ts'
import { type Behavior, providerError } from '../parts/behavior.ts'
import { openBehaviors } from '../parts/behavior-queue.ts'
import { fromHex } from '../wbip/bytes.ts'
import { approveBitcoin, type BitcoinAddress, bitcoinAddressesOf } from './approval.ts'
import type {
  MockBitcoinAccount,
  MockBitcoinStandardWallet,
  MockBitcoinStandardWalletOptions,
} from './contract.ts'

const testKeys = ['01'.repeat(32), '02'.repeat(32)]
const allChains = [
  'bitcoin:mainnet',
  'bitcoin:testnet',
  'bitcoin:signet',
  'bitcoin:regtest',
] as const
const isPrompt = (method: string): boolean => method !== 'bitcoin:disconnect'
const signingFeatures = ['bitcoin:signMessage', 'bitcoin:signTransaction']

/**
 * A Bitcoin wallet for tests: it registers by Wallet Standard, signs with real keys, records
 * requests and handles each as the test has set.
 */
export function mockBitcoinStandardWallet(
  options: MockBitcoinStandardWalletOptions = {},
): MockBitcoinStandardWallet {
  const keys = (options.keys ?? testKeys).map(fromHex)
  const [first] = keys
  if (!first) throw new Error('the mock wallet needs a key')
  const walletState = {
    key: first,
    network: options.network ?? 'regtest',
    isAuthorized: options.isAuthorized ?? false,
  }
  const behaviors = openBehaviors<Behavior>('approve')
  const requests: { method: string; params: readonly unknown[] }[] = []
  const hangingRequests: ((behavior: Behavior) => void)[] = []
  const listeners = new Set<(payload: unknown) => void>()
  const givenAccounts = new WeakMap<object, BitcoinAddress & { readonly key: Uint8Array }>()
  const lacksFeature = (feature: string) => options.lacks?.includes(feature) ?? false
  const wrapValue = <T>(value: T): T => (options.isClass ? asInstance(value) : value)
  const emitChange = (payload: unknown) => {
    for (const listener of [...listeners]) {
      listener(wrapValue(payload))
    }
  }
  const listAddresses = () =>
    bitcoinAddressesOf(walletState.key, options.payment ?? 'p2wpkh', walletState.network)
  const listSharedAccounts = (): readonly MockBitcoinAccount[] =>
    (walletState.isAuthorized ? listAddresses() : []).map((bitcoinAddress) => {
      const accountMembers: MockBitcoinAccount = Object.freeze({
        address: bitcoinAddress.address,
        publicKey: options.isVague
          ? new TextEncoder().encode(bitcoinAddress.address)
          : bitcoinAddress.publicKey.slice(),
        chains: options.isVague ? allChains : ([`bitcoin:${walletState.network}`] as const),
        features: signingFeatures.filter((feature) => !lacksFeature(feature)),
        ...(!options.isVague && { purpose: bitcoinAddress.purpose }),
      })
      const account = wrapValue(accountMembers)
      givenAccounts.set(account, { ...bitcoinAddress, key: walletState.key })
      return account
    })
  const tellListeners = () => {
    if (!options.isQuiet) emitChange({ accounts: listSharedAccounts() })
  }
  const setAuthorized = (isAuthorized: boolean) => {
    if (walletState.isAuthorized === isAuthorized) return
    walletState.isAuthorized = isAuthorized
    tellListeners()
  }
  const approver = {
    network: () => walletState.network,
    changeNetwork(network: string) {
      if (network === walletState.network) return
      walletState.network = network
      if (walletState.isAuthorized) tellListeners()
    },
    authorize: setAuthorized,
    accounts: listSharedAccounts,
    signer(account: unknown) {
      const foundAccount = givenAccounts.get(account as object)
      if (
        !walletState.isAuthorized ||
        !foundAccount ||
        !listAddresses().some(({ address }) => address === foundAccount.address)
      )
        throw providerError(4100, 'The requested account has not been authorized.')
      return foundAccount
    },
  }
  const handleRequest = async (
    behavior: Behavior,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> => {
    if (typeof behavior === 'object') {
      if ('lie' in behavior) return behavior.lie
      if ('fail' in behavior) throw behavior.fail
      await new Promise((resolve) => setTimeout(resolve, behavior.late))
      return approveBitcoin(approver, method, params)
    }
    if (behavior === 'reject') throw providerError(4001, 'User rejected the request.')
    if (behavior === 'pending')
      throw providerError(-32002, `Request of type "${method}" already pending.`)
    if (behavior === 'die') throw providerError(4900, 'The wallet is disconnected.')
    if (behavior !== 'hang') return approveBitcoin(approver, method, params)
    return new Promise((resolve, reject) => {
      hangingRequests.push((next) => handleRequest(next, method, params).then(resolve, reject))
    })
  }
  const askWallet = (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    requests.push({ method, params })
    const behavior = behaviors.take(method, isPrompt(method))
    const answer = handleRequest(behavior, method, params)
    return behavior === 'twice' ? answerTwice(answer) : answer
  }
  const addListener = (event: string, listener: (payload: unknown) => void) => {
    if (event === 'change') listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const methodNames = [
    'bitcoin:connect',
    'bitcoin:disconnect',
    'bitcoin:switchNetwork',
    ...signingFeatures,
  ]
  const methodOfFeature = (name: string) => name.slice('bitcoin:'.length)
  const features = Object.fromEntries([
    ...methodNames.map(
      (name) =>
        [name, { version: '1.0.0', [methodOfFeature(name)]: askWallet.bind(null, name) }] as const,
    ),
    ['bitcoin:events', { version: '1.0.0', on: addListener }] as const,
    ...Object.entries(options.more ?? {}),
  ])
  for (const name of options.lacks ?? []) {
    delete features[name]
  }
  const walletMembers = Object.freeze({
    version: '1.0.0' as const,
    name: options.name ?? 'Mock Bitcoin Wallet',
    icon: options.icon ?? 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    chains: allChains,
    features,
    get accounts() {
      return options.isQuiet ? [] : listSharedAccounts()
    },
  })
  const wallet = wrapValue(walletMembers)

  return {
    wallet,
    requests,
    prompts: () => requests.filter(({ method }) => isPrompt(method)).length,
    listenerCount: () => listeners.size,
    isAuthorized: () => walletState.isAuthorized,
    addresses: () => listAddresses().map(({ address }) => address),
    behave: behaviors.set,
    behaveOnce: behaviors.addOnce,
    async release(behavior = 'approve') {
      const releasedRequest = hangingRequests.shift()
      releasedRequest?.(behavior)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return releasedRequest !== undefined
    },
    selectAccount(index) {
      const key = keys[index]
      if (!key) throw new Error(`the mock wallet has no account ${index}`)
      walletState.key = key
      if (walletState.isAuthorized) tellListeners()
    },
    selectNetwork: approver.changeNetwork,
    revoke: () => setAuthorized(false),
    emit: emitChange,
    install(page) {
      const unregisterCallbacks: unknown[] = []
      const registerWallet = (api: unknown) => {
        unregisterCallbacks.push(
          (api as { register(...wallets: readonly unknown[]): unknown }).register(wallet),
        )
      }
      const answerReady = (event: Event) => registerWallet((event as CustomEvent<unknown>).detail)
      page.addEventListener('wallet-standard:app-ready', answerReady)
      page.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', { detail: registerWallet }),
      )
      return () => {
        page.removeEventListener('wallet-standard:app-ready', answerReady)
        for (const stop of unregisterCallbacks.splice(0)) {
          if (typeof stop === 'function') stop()
        }
      }
    },
  }
}

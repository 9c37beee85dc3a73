import { ed25519 } from '@noble/curves/ed25519'
import { answerTwice } from '../parts/answer-twice.ts'
import { asInstance } from '../parts/as-instance.ts'
import { type Behavior, providerError } from '../parts/behavior.ts'
import { openBehaviors } from '../parts/behavior-queue.ts'
import { approveSolana, type KeyedAccount } from './approval.ts'
import { base58 } from './bytes.ts'
import type {
  MockSolanaAccount,
  MockSolanaWallet,
  MockSolanaWalletOptions,
  MockStandardWallet,
} from './contract.ts'

const allChains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const
const signingFeatures = [
  'solana:signMessage',
  'solana:signIn',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

/**
 * A Solana wallet for tests: it registers by Wallet Standard, signs with real keys, records
 * requests and handles each as the test has set.
 */
export function mockSolanaWallet(options: MockSolanaWalletOptions = {}): MockSolanaWallet {
  const keyedAccounts: readonly KeyedAccount[] = (
    options.seeds ?? [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  ).map((seed) => {
    const publicKey = ed25519.getPublicKey(seed)
    return { seed, publicKey, address: base58(publicKey) }
  })
  const walletState = {
    order: keyedAccounts,
    chains: options.chains ?? allChains,
    isAuthorized: options.isAuthorized ?? false,
    isDead: false,
    isLocked: false,
  }
  const behaviors = openBehaviors<Behavior>('approve')
  const requests: { method: string; params: readonly unknown[] }[] = []
  const hangingRequests: ((behavior: Behavior) => void)[] = []
  const listeners = new Set<(payload: unknown) => void>()
  const lacksFeature = (feature: string) => options.lacks?.includes(feature) ?? false

  const wrapValue = <T>(value: T): T => (options.isClass ? asInstance(value) : value)
  const emitChange = (payload: unknown) => {
    for (const listener of [...listeners]) {
      listener(wrapValue(payload))
    }
  }
  const listAllAccounts = (): readonly MockSolanaAccount[] =>
    walletState.order.map(({ address, publicKey }) => ({
      address,
      publicKey: publicKey.slice(),
      chains: walletState.chains,
      features: signingFeatures.filter((feature) => !lacksFeature(feature)),
    }))
  const isShared = () => walletState.isAuthorized && !walletState.isLocked
  const listSharedAccounts = () => (isShared() ? listAllAccounts() : [])
  const setAuthorized = (isAuthorized: boolean) => {
    // The prompt of a locked wallet lets its user unlock it.
    const isUnlocking = isAuthorized && walletState.isLocked
    if (walletState.isAuthorized === isAuthorized && !isUnlocking) return
    if (isUnlocking) walletState.isLocked = false
    walletState.isAuthorized = isAuthorized
    emitChange({ accounts: listSharedAccounts() })
  }
  const approver = {
    rpcUrl: options.rpcUrl,
    rewrites: options.rewrites ?? ((transaction: Uint8Array) => transaction),
    accounts: listSharedAccounts,
    authorize: setAuthorized,
    signer(address: unknown) {
      const foundAccount = keyedAccounts.find((candidate) => candidate.address === address)
      if (!isShared() || !foundAccount)
        throw providerError(4100, 'The requested account has not been authorized.')
      return foundAccount
    },
  }
  const makeDisconnectError = () => providerError(4900, 'The wallet is disconnected.')
  const handleRequest = async (
    behavior: Behavior,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> => {
    if (walletState.isDead) throw makeDisconnectError()
    if (typeof behavior === 'object') {
      if ('lie' in behavior) return behavior.lie
      if ('fail' in behavior) throw behavior.fail
      await new Promise((resolve) => setTimeout(resolve, behavior.late))
      return approveSolana(approver, method, params)
    }
    switch (behavior) {
      case 'reject':
        throw providerError(4001, 'User rejected the request.')
      case 'pending':
        throw providerError(-32002, `Request of type "${method}" already pending.`)
      case 'die':
        disconnectWallet()
        throw makeDisconnectError()
      case 'hang':
        return new Promise((resolve, reject) => {
          hangingRequests.push((next) => handleRequest(next, method, params).then(resolve, reject))
        })
      default:
        return approveSolana(approver, method, params)
    }
  }
  const disconnectWallet = () => {
    walletState.isDead = true
    emitChange({ accounts: [] })
  }
  const askWallet = (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    requests.push({ method, params })
    const behavior = behaviors.take(method, isPrompt({ method, params }))
    const answer = handleRequest(behavior, method, params)
    return behavior === 'twice' ? answerTwice(answer) : answer
  }
  const makeFeature = (
    name: string,
    version: string,
    extraFields: Readonly<Record<string, unknown>> = {},
  ) =>
    [
      name,
      { version, [name.slice(name.indexOf(':') + 1)]: askWallet.bind(null, name), ...extraFields },
    ] as const
  const versions = { supportedTransactionVersions: options.versions ?? ['legacy', 0] }
  const addListener = (event: string, listener: (payload: unknown) => void) => {
    if (event === 'change') listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const features = Object.fromEntries(
    [
      makeFeature('standard:connect', '1.0.0'),
      makeFeature('standard:disconnect', '1.0.0'),
      ['standard:events', { version: '1.0.0', on: addListener }] as const,
      makeFeature('solana:signMessage', '1.1.0'),
      makeFeature('solana:signIn', '1.0.0'),
      makeFeature('solana:signTransaction', '1.0.0', versions),
      makeFeature('solana:signAndSendTransaction', '1.0.0', versions),
    ].filter(([name]) => !lacksFeature(name)),
  )
  const members: MockStandardWallet = Object.freeze({
    version: '1.0.0',
    name: options.name ?? 'Mock Solana Wallet',
    icon: options.icon ?? 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    chains: options.chains ?? allChains,
    features,
    get accounts() {
      return listSharedAccounts()
    },
  })
  const wallet = wrapValue(members)

  return {
    wallet,
    accounts: listAllAccounts(),
    requests,
    prompts: () => requests.filter(isPrompt).length,
    addresses: () => walletState.order.map(({ address }) => address),
    listenerCount: () => listeners.size,
    isAuthorized: () => walletState.isAuthorized,
    ask: askWallet,
    behave: behaviors.set,
    behaveOnce: behaviors.addOnce,
    async release(behavior = 'approve') {
      const releasedRequest = hangingRequests.shift()
      releasedRequest?.(behavior)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return releasedRequest !== undefined
    },
    selectAccount(index) {
      const shownAccount = keyedAccounts[index]
      if (!shownAccount) throw new Error(`the mock wallet has no account ${index}`)
      walletState.order = [
        shownAccount,
        ...keyedAccounts.filter((candidate) => candidate !== shownAccount),
      ]
      if (walletState.isAuthorized) emitChange({ accounts: listSharedAccounts() })
    },
    selectChains(chains) {
      walletState.chains = chains
      if (walletState.isAuthorized) emitChange({ accounts: listSharedAccounts() })
    },
    revoke: () => setAuthorized(false),
    lock() {
      walletState.isLocked = true
      if (walletState.isAuthorized) emitChange({ accounts: [] })
    },
    unlock() {
      if (!walletState.isLocked) return
      walletState.isLocked = false
      if (walletState.isAuthorized) emitChange({ accounts: listSharedAccounts() })
    },
    die: disconnectWallet,
    revive() {
      walletState.isDead = false
    },
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

function isPrompt(request: {
  readonly method: string
  readonly params: readonly unknown[]
}): boolean {
  if (request.method !== 'standard:connect') return signingFeatures.includes(request.method)
  return !(request.params[0] as { silent?: boolean } | undefined)?.silent
}

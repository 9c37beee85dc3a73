import { mockBitcoinStandardWallet } from '../bitcoin-standard/mock-bitcoin-standard-wallet.ts'
import { mockEvmWallet } from '../evm/mock-evm-wallet.ts'
import type { Behavior } from '../parts/behavior.ts'
import { devnetKeys } from '../parts/devnet-keys.ts'
import { mockSolanaWallet } from '../solana/mock-solana-wallet.ts'
import { fromHex } from '../wbip/bytes.ts'
import { mockWbipWallet } from '../wbip/mock-wbip-wallet.ts'
import { wbipPersonas } from '../wbip/persona.ts'
import type {
  InjectBitcoinOptions,
  InjectEvmOptions,
  InjectedBitcoinWallet,
  InjectedEvmWallet,
  InjectedRequest,
  InjectedSolanaWallet,
  InjectedStacksWallet,
  InjectedWallet,
  InjectionTarget,
  InjectSolanaOptions,
  InjectStacksOptions,
} from './contract.ts'
import { type Bridge, openBridge } from './open-bridge.ts'
import type { StandardCard } from './wallet-card.ts'
import { makeWireCodec } from './wire.ts'

const { encode } = makeWireCodec(() => false)
const evmEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message']
const wbipEvents = ['accountChange', 'networkChange', 'disconnect']

/** What the mock wallets of all families have in common. */
interface CommonMock {
  readonly requests: readonly InjectedRequest[]
  prompts(): number
  behave(behavior: Behavior, method?: string): void
  behaveOnce(behavior: Behavior, method?: string): void
  release(behavior?: Behavior): Promise<boolean>
  selectAccount(index: number): void
  revoke(): void
}

/** Injects an Ethereum wallet into the target's pages. */
export async function injectEvm(
  target: InjectionTarget,
  options: InjectEvmOptions,
): Promise<InjectedEvmWallet> {
  const { shape = 'class', isLegacy = false, ...rest } = options
  const mock = mockEvmWallet({ accounts: devnetKeys.evm, ...rest })
  const card = { shape, wallet: { kind: 'evm' as const, info: { ...mock.info }, isLegacy } }
  const bridge = await openBridge(target, card, (method, params) =>
    mock.provider.request({ method, params }),
  )
  for (const event of evmEvents) {
    mock.provider.on(event, (payload) => bridge.push(event, payload))
  }
  const { flushAfter, ...common } = commonControls(mock, bridge)
  return {
    ...common,
    family: 'evm',
    name: mock.info.name,
    addresses: mock.addresses,
    chain: () => mock.state().chain,
    isAuthorized: () => mock.state().isAuthorized,
    selectChain: (chain) => flushAfter(() => mock.selectChain(chain)),
    lock: () => flushAfter(mock.lock),
    unlock: () => flushAfter(mock.unlock),
    die: () => flushAfter(mock.die),
    revive: mock.revive,
  }
}

/** Injects a Solana wallet into the target's pages. */
export async function injectSolana(
  target: InjectionTarget,
  options: InjectSolanaOptions,
): Promise<InjectedSolanaWallet> {
  const { shape = 'class', ...rest } = options
  const mock = mockSolanaWallet({ seeds: devnetKeys.solana.map(fromHex), ...rest })
  const bridge = await openStandardBridge(target, shape, mock.wallet, 'standard:events')
  const { flushAfter, ...common } = commonControls(mock, bridge)
  return {
    ...common,
    family: 'solana',
    name: mock.wallet.name,
    addresses: mock.addresses,
    isAuthorized: mock.isAuthorized,
    selectChains: (chains) => flushAfter(() => mock.selectChains(chains)),
    lock: () => flushAfter(mock.lock),
    unlock: () => flushAfter(mock.unlock),
    die: () => flushAfter(mock.die),
    revive: mock.revive,
  }
}

/** Injects a Bitcoin wallet of Wallet Standard into the target's pages. */
export async function injectBitcoin(
  target: InjectionTarget,
  options: InjectBitcoinOptions,
): Promise<InjectedBitcoinWallet> {
  const { shape = 'class', ...rest } = options
  const mock = mockBitcoinStandardWallet({ keys: devnetKeys.bitcoin, ...rest })
  const bridge = await openStandardBridge(target, shape, mock.wallet, 'bitcoin:events')
  const { flushAfter, ...common } = commonControls(mock, bridge)
  return {
    ...common,
    family: 'bitcoin',
    name: mock.wallet.name,
    addresses: mock.addresses,
    isAuthorized: mock.isAuthorized,
    selectNetwork: (name) => flushAfter(() => mock.selectNetwork(name)),
  }
}

/** Injects a wallet for Bitcoin and Stacks (WBIP) into the target's pages. */
export async function injectStacks(
  target: InjectionTarget,
  options: InjectStacksOptions,
): Promise<InjectedStacksWallet> {
  const { shape = 'class', persona = wbipPersonas.plain, ...rest } = options
  const mock = mockWbipWallet({ persona, keys: devnetKeys.stacks, ...rest })
  const { request, addListener, ...marks } = mock.provider as {
    request(method: string, params: unknown): Promise<unknown>
    addListener?(event: string, listener: (payload: unknown) => void): unknown
  }
  const path = options.path ?? persona.path
  const name = options.name ?? persona.name
  const members = { ...marks, ...(addListener && { addListener }) }
  const wallet = {
    kind: 'wbip' as const,
    path,
    registries: persona.registries,
    entry: { id: path, name, ...(options.icon && { icon: options.icon }) },
    marks: Object.fromEntries(Object.entries(members).map(([key, mark]) => [key, encode(mark)])),
  }
  const bridge = await openBridge(target, { shape, wallet }, request)
  for (const event of wbipEvents) {
    addListener?.(event, (payload) => bridge.push(event, payload))
  }
  const { flushAfter, ...common } = commonControls(mock, bridge)
  return {
    ...common,
    family: 'stacks',
    name,
    addresses: () => mock.addresses().map(({ address }) => address),
    purposes: mock.addresses,
    isAuthorized: mock.isAuthorized,
    selectNetwork: (network) => flushAfter(() => mock.selectNetwork(network)),
  }
}

async function openStandardBridge(
  target: InjectionTarget,
  shape: 'class' | 'proxy' | 'frozen',
  wallet: Pick<StandardCard, 'name' | 'icon' | 'chains'> & {
    readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  },
  eventsFeature: string,
): Promise<Bridge> {
  const { name, icon, chains } = wallet
  const features = Object.fromEntries(
    Object.entries(wallet.features).map(([feature, members]) => [
      feature,
      Object.fromEntries(Object.entries(members).map(([key, member]) => [key, encode(member)])),
    ]),
  )
  const card = { shape, wallet: { kind: 'standard' as const, name, icon, chains, features } }
  const bridge = await openBridge(target, card, async (feature, inputs) => {
    const method = wallet.features[feature]?.[feature.slice(feature.indexOf(':') + 1)]
    if (typeof method !== 'function') throw new Error(`the wallet has no feature ${feature}`)
    return method(...(inputs as readonly unknown[]))
  })
  const { on } = wallet.features[eventsFeature] as {
    on(event: string, listener: (payload: unknown) => void): unknown
  }
  on('change', (payload) => bridge.push('change', payload))
  return bridge
}

function commonControls(
  mock: CommonMock,
  bridge: Bridge,
): Omit<InjectedWallet, 'name' | 'addresses'> & {
  /** Changes the mock wallet; resolves once the page has received the events of the change. */
  readonly flushAfter: (change: () => void) => Promise<void>
} {
  const flushAfter = async (change: () => void): Promise<void> => {
    change()
    await bridge.flush()
  }
  return {
    requests: mock.requests,
    prompts: mock.prompts,
    behave: mock.behave,
    behaveOnce: mock.behaveOnce,
    rejectNext: (method) => mock.behaveOnce('reject', method),
    approveNext: (method) => mock.behaveOnce('approve', method),
    delay: (ms) => mock.behave({ late: ms }),
    async release(behavior) {
      const wasHanging = await mock.release(behavior)
      await bridge.flush()
      return wasHanging
    },
    waitForRequest(method) {
      const promptsBefore = mock.prompts()
      return bridge.waitFor((request) =>
        method === undefined ? mock.prompts() > promptsBefore : request.method === method,
      )
    },
    selectAccount: (index) => flushAfter(() => mock.selectAccount(index)),
    revoke: () => flushAfter(mock.revoke),
    emit: (event, payload) => flushAfter(() => bridge.push(event, payload)),
    flushAfter,
  }
}

import type { AccountId, Asset, Chain, ChainId, ErrorCode } from '@latchkey/protocol'
import { accountId } from '@latchkey/protocol'
import type { Adapter } from '../src/contract/adapter.ts'
import type { Connector, ConnectorEvent, ConnectRequest } from '../src/contract/connector.ts'
import type { Features } from '../src/contract/features.ts'
import type { KitStorage } from '../src/contract/kit-storage.ts'
import type {
  Approval,
  Balance,
  Call,
  ChainVerdict,
  Simulation,
  TransferEstimate,
} from '../src/contract/reader.ts'
import type { Grant, Session } from '../src/contract/session.ts'

export function chain(id: ChainId, more: Partial<Chain> = {}): Chain {
  return {
    id,
    name: id,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: [],
    ...more,
  }
}

export function session(
  namespace: string,
  accounts = ['a1'],
  reference = '1',
  selected = accounts[0] ?? '',
): Session {
  const id = (address: string): AccountId => accountId(`${namespace}:${reference}`, address)
  return {
    namespace,
    chains: [],
    accounts: accounts.map((address) => ({ account: id(address), type: 'eoa' })),
    selected: id(selected),
  }
}

export interface FakeWallet extends Connector {
  readonly asked: ConnectRequest[]
  readonly disconnects: unknown[]
  readonly listeners: Set<(event: ConnectorEvent) => void>
  /** Answers the next requests; default: a grant of `a1`. */
  answer: (request: ConnectRequest) => Promise<Grant>
  emit(event: ConnectorEvent): void
}

export function wallet(
  id: string,
  namespaces: readonly string[] = ['alpha'],
  more: Partial<Connector> = {},
): FakeWallet {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const fake: FakeWallet = {
    id,
    namespaces,
    wallet: { name: id, keys: [id], origin: 'announced' },
    features: {},
    asked: [],
    disconnects: [],
    listeners,
    answer: async () => ({ sessions: namespaces.map((n) => session(n)) }),
    connect(request) {
      fake.asked.push(request)
      return fake.answer(request)
    },
    async disconnect(parameters) {
      fake.disconnects.push(parameters)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(event) {
      for (const listener of [...listeners]) {
        listener(event)
      }
    },
    ...more,
  }
  return fake
}

/** An error with a code of its own, explained by the fake adapter. */
export function raw(code: ErrorCode): Error {
  return Object.assign(new Error(`raw ${code}`), { explained: code })
}

export interface FakeAdapter extends Adapter {
  discoveries: number
  readonly found: Set<(connector: Connector) => void>
  wallets: Connector[]
  balances: readonly Balance[]
  estimate: TransferEstimate | Error
  verdicts: (ChainVerdict | Error)[]
  names: Record<string, string>
  /** Result of simulations; default: the fee, and no changes. */
  simulation: Simulation | Error | ((calls: readonly Call[]) => Simulation)
  allowance: bigint | Error
  /** Decimals by asset id; a missing asset reports none. */
  decimals: Record<string, number>
}

/** Call data that the fake adapter reads as an approval. */
export function approvalData(spender: string, amount: bigint): string {
  return `0x${[...`${spender}/${amount}`].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`
}

function readApproval({ to, data, value }: Call): Approval | null {
  const text = (data.slice(2).match(/../g) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    .join('')
  const [, spender, amount] = /^(\w+)\/(\d+)$/.exec(text) ?? []
  return spender && amount && value === 0n ? { token: to, spender, amount: BigInt(amount) } : null
}

export function adapter(namespace = 'alpha', wallets: Connector[] = []): FakeAdapter {
  const found = new Set<(connector: Connector) => void>()
  const coin: Asset = { id: `${namespace}:1/slip44:60`, name: 'Coin', symbol: 'COIN', decimals: 18 }
  const fake: FakeAdapter = {
    namespace,
    name: 'Alphabet',
    chains: [chain(`${namespace}:1`), chain(`${namespace}:2`)],
    discoveries: 0,
    found,
    wallets,
    balances: [{ asset: coin, amount: 100n }],
    estimate: { fee: 1n, feeAsset: coin, notes: [] },
    verdicts: [],
    names: {},
    simulation: { fee: 1n, feeAsset: coin, data: 'gas' },
    allowance: 0n,
    decimals: {},
    read: {
      balances: async () => fake.balances,
      async simulate(_, { calls }) {
        if (fake.simulation instanceof Error) throw fake.simulation
        return typeof fake.simulation === 'function' ? fake.simulation(calls) : fake.simulation
      },
      async allowance() {
        if (fake.allowance instanceof Error) throw fake.allowance
        return fake.allowance
      },
      approval: async (call) => readApproval(call),
      async decimals(_, { id }) {
        const places = fake.decimals[id]
        if (places === undefined) throw new Error('it tells none')
        return places
      },
      async estimateTransfer() {
        if (fake.estimate instanceof Error) throw fake.estimate
        return fake.estimate
      },
      parseHash: async (text) => (/^\w+$/.test(text) ? text : null),
      async verdict() {
        const next = fake.verdicts.length > 1 ? fake.verdicts.shift() : fake.verdicts[0]
        if (next instanceof Error) throw next
        return next ?? { state: 'pending' }
      },
      addressOfName: async (_, name) => fake.names[name] ?? null,
    },
    nativeAsset: () => coin,
    tokenId: (id, address) => (/^t\d+$/.test(address) ? `${id}/tok:${address}` : null),
    isAddress: (text) => /^a[0-9a-z]*$/.test(text),
    isSameAddress: (a, b) => a === b,
    discover(report) {
      fake.discoveries++
      found.add(report)
      for (const connector of fake.wallets) {
        report(connector)
      }
      return () => void found.delete(report)
    },
    explain: (error) => (error as { explained?: ErrorCode } | null)?.explained ?? 'unknown',
  }
  return fake
}

export interface FakeStorage extends KitStorage {
  readonly entries: Map<string, string>
  writes: number
}

export function storage(entries: Record<string, unknown> = {}): FakeStorage {
  const map = new Map(
    Object.entries(entries).map(([k, v]) => [`latchkey.default.v1.${k}`, JSON.stringify(v)]),
  )
  const fake: FakeStorage = {
    entries: map,
    writes: 0,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      fake.writes++
      map.set(key, value)
    },
    removeItem(key) {
      fake.writes++
      map.delete(key)
    },
  }
  return fake
}

/** A promise with its resolve and reject functions. */
export function deferred<T>(): {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
} {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

export const noFeatures: Features = {}

import {
  connect,
  createKit,
  getAccount,
  type Kit,
  type KitStorage,
  prepareSend,
  send,
  signMessage,
  switchChain,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { accounts, addresses, devnetChain } from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import type { Verb } from '../helpers/fault-cells.ts'

const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** The wallet method of each action. */
export const methods: Readonly<Record<Verb, string>> = {
  connect: 'eth_requestAccounts',
  resume: 'eth_accounts',
  switch: 'wallet_switchEthereumChain',
  sign: 'personal_sign',
  send: 'eth_sendTransaction',
  swap: 'eth_sendTransaction',
}

/** A page with one wallet, a real chain, and a storage that survives reloads. */
export interface Scene {
  readonly wallet: MockEvmWallet
  readonly storage: KitStorage & { readonly entries: ReadonlyMap<string, string> }
  kit: Kit
  /** Reloads the page. */
  reload(): void
  run(verb: Verb, signal: AbortSignal): Promise<unknown>
  shown(): string
  uninstall(): void
  reinstall(): void
  stop(): void
}

function memory(): Scene['storage'] {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

/** `url` is the JSON-RPC address of the devnet. */
export function scene(url: string): Scene {
  const page = new EventTarget()
  const storage = memory()
  const main = devnetChain(url)
  const other: Chain = { ...main, id: 'eip155:31338', name: 'Second network' }
  const wallet = mockEvmWallet({
    accounts: keys,
    chain: 'eip155:31337',
    chains: ['eip155:31338'],
    rpcUrl: url,
    memory: memory(),
  })
  const make = () => createKit({ adapters: [evm({ chains: [main, other], page })], storage })
  let uninstall = wallet.install(page)
  let kit = make()
  let stop = kit.subscribe(() => {})
  const id = `announced:${wallet.info.rdns}`
  const to = accounts[2].address

  const verbs: Readonly<Record<Verb, (signal: AbortSignal) => Promise<unknown>>> = {
    connect: (signal) => connect(kit, { connector: id, signal }),
    resume: async () => {
      for (let i = 0; i < 300 && getAccount(kit).status === 'reconnecting'; i++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    switch: (signal) => switchChain(kit, { chain: other.id, signal }),
    sign: (signal) => signMessage(kit, { message: 'hello', signal }),
    send: async (signal) => {
      const asset = kit.adapters.eip155?.nativeAsset(main)
      if (!asset) throw new Error('no adapter')
      const { transaction } = await prepareSend(kit, { asset, amount: 5n, to })
      return send(kit, { id: transaction.id, signal })
    },
    // The transaction of a prepared swap.
    swap: async (signal) => {
      const asset = kit.adapters.eip155?.nativeAsset(main)
      if (!asset) throw new Error('no adapter')
      const { transaction: draft } = await prepareSend(kit, { asset, amount: 5n, to })
      // Swaps the coin for its wrapped token: `deposit()`.
      const call = { to: addresses.weth, data: '0xd0e30db0', value: 5n }
      const weth = {
        id: `${main.id}/erc20:${addresses.weth}`,
        name: 'Wrapped Ether',
        symbol: 'WETH',
        decimals: 18,
      } as const
      const swap = {
        call,
        purpose: 'swap',
        receives: { asset: weth, amount: 5n, minimum: 5n },
      } as const
      kit[inside].dispatch({ type: 'transaction-drafted', transaction: { ...draft, ...swap } })
      return send(kit, { id: draft.id, signal })
    },
  }
  return {
    wallet,
    storage,
    get kit() {
      return kit
    },
    reload() {
      stop()
      kit = make()
      stop = kit.subscribe(() => {})
    },
    run: (verb, signal) => verbs[verb](signal),
    shown: () => getAccount(kit).status,
    uninstall: () => uninstall(),
    reinstall() {
      uninstall()
      uninstall = wallet.install(page)
    },
    stop: () => stop(),
  }
}

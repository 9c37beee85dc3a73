// A host page with the real modal, scripted wallets and the setup from the query.

import {
  addTransaction,
  connect,
  createKit,
  getAccount,
  type Kit,
  signMessage,
  signOut,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { embedded } from '@latchkey/embedded'
import { evm } from '@latchkey/evm'
import { createModal, type Modal, type ModalEvent, switchChain, watchModal } from '@latchkey/modal'
import { type PayReceipt, pay } from '@latchkey/modal/pay'
import { type MockEvmWallet, type MockProvider, mockEvmWallet } from '@latchkey/testing'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { ToyWorld } from '../toy-chain/test/toy-world.ts'
import { fakeTransport, type Phone } from './fake-transport.ts'
import type { Families } from './families.ts'
import { HostPage } from './HostPage.tsx'
import type { Setup } from './setup.ts'
import { type SignInStage, signInStage } from './sign-in-stage.ts'

export interface Stage {
  readonly kit: Kit
  readonly modal: Modal
  readonly wallets: readonly MockEvmWallet[]
  readonly phone: Phone
  /** Present with `families`. */
  readonly families: Families | undefined
  /** Present with `hasToy`. */
  readonly toy: ToyWorld | undefined
  /**
   * Connects the first wallet if it has one connector; returns whether it did. Other views' tests
   * use this instead of the connecting views.
   */
  connect(): Promise<boolean>
  /** The sign-in server; present when the page was set up with `signIn`. */
  readonly signIn: SignInStage | undefined
  /** Signs out as a button of the page does. */
  signOut(): Promise<void>
  /** Signs with the shown account of a family. */
  sign(
    namespace: string,
    message: string,
  ): Promise<{ readonly signature: string; readonly account: string }>
  /** Switches the chain with the dialog; resolves to the outcome. */
  switchChain(parameters: switchChain.Parameters): Promise<string>
  /** Opens a payment in the dialog; resolves to the receipt, or to the code of the error. */
  pay(terms: pay.Parameters): Promise<PayReceipt | { readonly code: string }>
  /** Hands in a transaction that the page has sent by itself; resolves to its id. */
  addTransaction(parameters: addTransaction.Parameters): Promise<string>
  /** What the modal reported since the page was loaded. */
  readonly events: readonly ModalEvent[]
  /** Every request that reached the hijacker. */
  readonly stolen: string[]
  /** Whether the page's button knows the name of a network or an address. */
  isNamed(id: string): boolean
  /** Tells the kit of what a chain did, for an end that a local chain does not bring about. */
  readonly dispatch: Kit[typeof inside]['dispatch']
  /** Number of times that discovery asked wallets to announce themselves. */
  discoveries: number
}

declare global {
  interface Window {
    stage: Stage
  }
}

const setup: Setup = JSON.parse(
  new URLSearchParams(location.search).get('setup') ?? '{"chains":[]}',
)
const stolen: string[] = []
/** A plain tile with a letter, as a wallet's icon. */
const logo = (letter: string, color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${color}"/><text x="20" y="27" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="19" fill="#fff">${letter}</text></svg>`)}`
const announced = [
  { name: 'Foxglove', rdns: 'test.foxglove', icon: logo('F', '#d9480f') },
  { name: 'Harbor', rdns: 'test.harbor', icon: logo('H', '#2b63e0') },
]
const chain = setup.chains[0]?.id ?? 'eip155:31337'
const wallets = (setup.wallets ?? announced).map((options) =>
  mockEvmWallet({
    chain: chain as `eip155:${number}`,
    ...(setup.rpcUrl && { rpcUrl: setup.rpcUrl }),
    ...options,
    memory: {
      getItem: (key) => sessionStorage.getItem(`wallet:${key}`),
      setItem: (key, value) => sessionStorage.setItem(`wallet:${key}`, value),
      removeItem: (key) => sessionStorage.removeItem(`wallet:${key}`),
    },
  }),
)
for (const wallet of wallets) {
  wallet.install(window)
}
if (setup.hijack) {
  const hijacker: MockProvider = {
    request: async ({ method }) => {
      stolen.push(method)
      return ['0x000000000000000000000000000000000000dEaD']
    },
    on: () => hijacker,
    removeListener: () => hijacker,
  }
  Object.defineProperty(window, 'ethereum', {
    value: hijacker,
    configurable: false,
    writable: false,
  })
}

const phone = fakeTransport(setup.account)
const families = setup.families
  ? (await import('./families.ts')).families(setup.families, logo, sessionStorage)
  : undefined
const toy = setup.hasToy
  ? (await import('../toy-chain/test/toy-world.ts')).toyWorld(window)
  : undefined
toy?.wallet.install(window)
const transports = [
  ...(setup.hasPhone ? [phone.transport] : []),
  ...(setup.relays
    ? [walletconnect({ relays: setup.relays.map((url) => ({ url, projectId: 'demo' })) })]
    : []),
  ...(setup.vault ? [embedded({ vault: setup.vault })] : []),
]
const only = setup.families?.only
const all = setup.isBare
  ? []
  : [evm({ chains: setup.chains }), ...(families?.adapters ?? []), ...(toy ? [toy.adapter] : [])]
const signInServer = setup.signIn && signInStage(setup.signIn)
const kit = createKit({
  adapters: all.filter(({ namespace }) => !only || namespace === only),
  transports,
  ...(signInServer && { signIn: { ...setup.signIn, provider: signInServer.provider } }),
  ...setup.kit,
})
const modal = createModal(kit, setup.modal)
const sign: Stage['sign'] = (namespace, message) => {
  const { account } = getAccount(kit, { namespace })
  return signMessage(kit, { message, ...(account && { account }) })
}
const connectFirst: Stage['connect'] = async () => {
  const [found, ...more] = Object.values(kit.getState().connectors).filter(
    ({ wallet }) => wallet.name === (setup.wallets ?? announced)[0]?.name,
  )
  if (!found || more.length > 0) return false
  await connect(kit, { connector: found.id })
  return true
}
const change: Stage['switchChain'] = (parameters) =>
  switchChain(modal, parameters).then(
    ({ chain }) => chain,
    ({ code }) => code,
  )
const events: ModalEvent[] = []
watchModal(modal, { any: (event) => void events.push(event) })
window.stage = {
  kit,
  modal,
  wallets,
  phone,
  families,
  toy,
  signIn: signInServer,
  signOut: () => signOut(kit),
  connect: connectFirst,
  sign,
  switchChain: change,
  pay: (terms) => pay(modal, terms).catch(({ code }) => ({ code })),
  addTransaction: async (parameters) => (await addTransaction(kit, parameters)).id,
  events,
  stolen,
  isNamed: (id) => kit[inside].names.has(id),
  dispatch: kit[inside].dispatch,
  discoveries: 0,
}
addEventListener('eip6963:requestProvider', () => {
  window.stage.discoveries += 1
})

const root = document.getElementById('root') as HTMLElement
const page = <HostPage modal={modal} buttons={setup.buttons ?? 1} />
if (setup.markup === undefined) createRoot(root).render(page)
else {
  root.innerHTML = setup.markup
  hydrateRoot(root, page)
}

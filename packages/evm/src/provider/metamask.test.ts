import { describeProvider, recordEvents } from '@latchkey/testing/provider'
import { afterEach, describe, expect, test } from 'vitest'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { ada, devnet, grace, other, settle } from '../../test/fixture.ts'
import { openMetaMaskPage } from '../../test/metamask-page.ts'
import { getProvider } from './get-provider.ts'

// The suite is not made for our provider alone: the one that most pages know passes it.
describeProvider('the provider that MetaMask puts into pages', async () => {
  const { provider, wallet, stop } = await openMetaMaskPage()
  return {
    provider,
    accounts: [ada, grace],
    chains: ['0x7a69', '0x5'],
    connect: () => provider.request({ method: 'eth_requestAccounts' }),
    disconnect: () => wallet.revoke(),
    refuse: (method, { code, message }) =>
      wallet.behave({ fail: Object.assign(new Error(message), { code }) }, method),
    reached: () => wallet.requests,
    selectOtherAccount: () => wallet.selectAccount(1),
    selectOtherChain: () => wallet.selectChain(5),
    connectsByRequest: true,
    tellsOfWallet: false,
    hasKeys: true,
    stop,
  }
  // Its errors are plain objects, whose numbers and texts are right.
}, ['error-class'])

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/** The two providers, each on a page of its own with the same wallet; no chain has a node. */
async function openBoth() {
  const theirs = await openMetaMaskPage()
  const chains = [devnet, other].map((chain) => ({ ...chain, rpcUrls: [] }))
  const ours = kitWithWallet({}, chains)
  stops.push(theirs.stop, ours.stop)
  return {
    theirs: {
      provider: theirs.provider,
      wallet: theirs.wallet,
      connect: () => theirs.provider.request({ method: 'eth_requestAccounts' }),
    },
    ours: { provider: getProvider(ours.kit), wallet: ours.wallet, connect: ours.join },
  }
}
type Side = Awaited<ReturnType<typeof openBoth>>['ours' | 'theirs']

const ask = (method: string, params?: readonly unknown[]) => (side: Side) =>
  side.provider.request({ method, ...(params && { params }) } as never)
const failing = (error: object, method: string) => (side: Side) =>
  side.wallet.behave({ fail: Object.assign(new Error('It failed.'), error) }, method)
const approving = (side: Side) => side.wallet.behave('approve')
const typedData = JSON.stringify({
  domain: { name: 'Shop' },
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Order: [{ name: 'n', type: 'uint8' }],
  },
  primaryType: 'Order',
  message: { n: 1 },
})
const revert = { code: 3, data: '0x08c379a0' }

/** A page's script, in this order; each step is told apart by its name. */
const script: readonly (readonly [string, (side: Side) => unknown])[] = [
  ['accounts before', ask('eth_accounts')],
  ['chain before', ask('eth_chainId')],
  ['network before', ask('net_version')],
  ['sign before', ask('personal_sign', ['0x6869', ada])],
  ['connect', async (side) => void (await side.connect())],
  ['accounts', ask('eth_accounts')],
  ['accounts, requested', ask('eth_requestAccounts')],
  ['connected', (side) => side.provider.isConnected()],
  ['sign', ask('personal_sign', ['0x6869', ada])],
  ['sign by the other account', ask('personal_sign', ['0x6869', grace])],
  ['sign by a stranger', ask('personal_sign', ['0x6869', `0x${'12'.repeat(20)}`])],
  ['sign typed data', ask('eth_signTypedData_v4', [ada, typedData])],
  ['now declines', failing({ code: 4001 }, 'personal_sign')],
  ['sign, declined', ask('personal_sign', ['0x6869', ada])],
  ['now is busy', failing({ code: -32002 }, 'personal_sign')],
  ['sign, busy', ask('personal_sign', ['0x6869', ada])],
  ['now fails with data', failing({ code: -32603, data: { code: 7 } }, 'personal_sign')],
  ['sign, failed with data', ask('personal_sign', ['0x6869', ada])],
  ['now reverts', failing(revert, 'eth_call')],
  ['a call that reverts', ask('eth_call', [{ to: grace, data: '0x' }, 'latest'])],
  ['now reverts sending', failing(revert, 'eth_sendTransaction')],
  ['a transaction that reverts', ask('eth_sendTransaction', [{ from: ada, to: grace }])],
  ['now approves', approving],
  ['a transaction', ask('eth_sendTransaction', [{ from: ada, to: grace, value: '0x1' }])],
  ['a transaction of a stranger', ask('eth_sendTransaction', [{ from: `0x${'12'.repeat(20)}` }])],
  ['another account', (side) => side.wallet.selectAccount(1)],
  ['accounts, turned', ask('eth_accounts')],
  ['switch', ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])],
  ['chain, switched', ask('eth_chainId')],
  ['switch to the same', ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])],
  ['switch to an unknown one', ask('wallet_switchEthereumChain', [{ chainId: '0x539aa' }])],
  ['switch to none', ask('wallet_switchEthereumChain', [{ chainId: 'five' }])],
  ['switch in the wallet', (side) => side.wallet.selectChain(31337)],
  ['chain, switched back', ask('eth_chainId')],
  ['no method of wallets', ask('wallet_nobodyHasThis')],
  ['no method of nodes', ask('eth_nobodyHasThis')],
  ['no request', (side) => side.provider.request(undefined as never)],
  ['a list', (side) => side.provider.request([] as never)],
  ['an empty method', ask('')],
  ['parameters that are a text', ask('eth_accounts', 'x' as never)],
  ['revoke in the wallet', (side) => side.wallet.revoke()],
  ['accounts at the end', ask('eth_accounts')],
  ['sign at the end', ask('personal_sign', ['0x6869', ada])],
  ['connected at the end', (side) => side.provider.isConnected()],
]

interface Told {
  readonly answer: unknown
  readonly events: readonly (readonly [string, unknown])[]
}

async function play(side: Side): Promise<Map<string, Told>> {
  const told = new Map<string, Told>()
  const events = recordEvents(side.provider as never)
  for (const [name, step] of script) {
    const answer = await Promise.resolve()
      .then(() => step(side))
      .then(
        (value) => ({ value }),
        ({ code, data }: { code?: unknown; data?: unknown }) => ({ code, data }),
      )
    // What a page does has been told with its answer; what the visitor does is told later.
    await settle('value' in answer && answer.value === undefined ? 20 : 0)
    const plain = events.splice(0).map(([event, payload]) => {
      const { code } = (payload ?? {}) as { readonly code?: unknown }
      return [event, code === undefined ? payload : { code }] as const
    })
    told.set(name, { answer, events: plain })
  }
  return told
}

/** Where the two differ, and why that is meant so. */
const differences: Readonly<
  Record<string, { readonly why: string; readonly ours: Told; readonly theirs: Told }>
> = {
  connect: {
    why: 'Ours has something to ask once a wallet is connected, theirs as soon as the page is there.',
    ours: {
      answer: { value: undefined },
      events: [
        ['connect', { chainId: '0x7a69' }],
        ['accountsChanged', [ada, grace]],
      ],
    },
    theirs: { answer: { value: undefined }, events: [['accountsChanged', [ada, grace]]] },
  },
  'revoke in the wallet': {
    why: 'Without a wallet ours is on the chain that the page asked for last, and disconnected.',
    ours: {
      answer: { value: undefined },
      events: [
        ['chainChanged', '0x5'],
        ['accountsChanged', []],
        ['disconnect', { code: 4900 }],
      ],
    },
    theirs: { answer: { value: undefined }, events: [['accountsChanged', []]] },
  },
  'connected at the end': {
    why: 'Ours says whether a wallet is connected, theirs whether the extension reaches its chain.',
    ours: { answer: { value: false }, events: [] },
    theirs: { answer: { value: true }, events: [] },
  },
}

describe('getProvider beside MetaMask’s', () => {
  test('default: the same script is answered alike, but for what is written down', async () => {
    const { ours, theirs } = await openBoth()
    const [told, expected] = await Promise.all([play(ours), play(theirs)])
    for (const [name] of script) {
      const difference = differences[name]
      expect({ name, ...told.get(name) }).toEqual({
        name,
        ...(difference?.ours ?? expected.get(name)),
      })
      if (difference)
        expect({ name, ...expected.get(name) }).toEqual({ name, ...difference.theirs })
    }
  })
})

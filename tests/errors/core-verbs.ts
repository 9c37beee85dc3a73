import {
  addTransaction,
  changeEmail,
  connect,
  createKit,
  disconnect,
  historyQuery,
  type KitOptions,
  prepareSend,
  send,
  signIn,
  signMessage,
  signOut,
  switchChain,
  walletsQuery,
} from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { vi } from 'vitest'
import {
  adapter,
  type FakeAdapter,
  type FakeWallet,
  raw,
  wallet,
} from '../../packages/core/test/fake-parts.ts'
import { fakeSignInServer } from '../../packages/core/test/fake-sign-in.ts'
import type { Modal } from '../../packages/modal/src/contract/modal.ts'
import { connectInModal } from '../../packages/modal/src/dialog/connect-in-modal.ts'
import type { Thrower } from './thrower.ts'

type Answers = Readonly<Record<string, unknown>>
const gateway = { url: 'https://gate.example', project: 'shop' }
const refused = (status: number, field: string, description = 'no'): Response =>
  Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status })

/** Fakes the gateway of a page: an answer by the end of the path; any other path gets none. */
function answering(answers: Answers): void {
  const all: Answers = {
    'v1/supported-chains': { http: ['alpha:1', 'eip155:1'], ws: [] },
    ...answers,
  }
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
    const path = Object.keys(all).find((end) => new URL(url).pathname.includes(end))
    if (path === undefined) throw new TypeError('Failed to fetch')
    const hanging = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
    const answer = await Promise.race([all[path], hanging])
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
}

interface Page {
  readonly kit: ReturnType<typeof createKit>
  readonly alpha: FakeAdapter
  readonly fox: FakeWallet
}

/** A page with one wallet, connected by default. */
async function page(
  namespace = 'alpha',
  { isConnected = true, ...more }: Partial<KitOptions> & { readonly isConnected?: boolean } = {},
): Promise<Page> {
  const features = {
    transfer: async () => ({ hash: '0xh' }),
    signMessage: async () => ({ signature: 's' }),
    switchChain: async () => undefined,
  }
  const fox = wallet('fox', [namespace], { features })
  const alpha = adapter(namespace, [fox])
  const kit = createKit({ adapters: [alpha], storage: null, ...more })
  kit.subscribe(() => undefined)
  if (isConnected) await connect(kit, { connector: 'fox' })
  return { kit, alpha, fox }
}
const asset = { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 } as const
const wish = { asset, amount: 5n, to: 'a2' }

/** A transfer that the page cannot make. */
const sending =
  (more: object, prepare: (page: Page) => void = () => undefined): Thrower =>
  async () => {
    const made = await page()
    prepare(made)
    return prepareSend(made.kit, { ...wish, ...more })
  }
/** Runs a gateway call with this answer. */
const asking =
  (answers: Answers, ask: (kit: Page['kit']) => Promise<unknown>, namespace = 'eip155'): Thrower =>
  async () => {
    answering(answers)
    return ask((await page(namespace, { gateway })).kit)
  }
const listing = (answer: unknown): Thrower =>
  asking({ getWallets: answer }, (kit) => walletsQuery(kit, { page: 1 }).queryFn())

export const connecting = {
  'modal-closed': async () => {
    const closed = { kit: (await page()).kit, open: async () => false } as unknown as Modal
    return connectInModal(closed)
  },
  'config-invalid': async () => signIn((await page()).kit),
  'connector-not-found': async () => connect((await page()).kit, { connector: 'nobody' }),
  'connection-rejected': async () => {
    const { kit, fox } = await page('alpha', { isConnected: false })
    fox.answer = () => Promise.reject(raw('user-rejected'))
    return connect(kit, { connector: 'fox' })
  },
  'connection-pending': async () => {
    const { kit, fox } = await page('alpha', { isConnected: false })
    fox.answer = () => Promise.reject(raw('rpc-resource-unavailable'))
    return connect(kit, { connector: 'fox' })
  },
  'connection-failed': async () => {
    const { kit, fox } = await page('alpha', { isConnected: false })
    fox.answer = () => Promise.reject(new Error('no reason at all'))
    return connect(kit, { connector: 'fox' })
  },
  'wallet-answer-invalid': async () => {
    const { kit, fox } = await page('alpha', { isConnected: false })
    fox.answer = async () => ({ sessions: [] })
    return connect(kit, { connector: 'fox' })
  },
  'disconnect-failed': async () => {
    const { kit, fox } = await page()
    fox.disconnect = () => Promise.reject(new Error('no'))
    return disconnect(kit)
  },
  'account-missing': async () =>
    signMessage((await page()).kit, { message: 'hi', account: 'alpha:1:a9' }),
  'not-connected': async () =>
    signMessage((await page('alpha', { isConnected: false })).kit, { message: 'hi' }),
  aborted: async () =>
    connect((await page()).kit, { connector: 'fox', signal: AbortSignal.abort() }),
  'chain-unsupported': async () => switchChain((await page()).kit, { chain: 'alpha:9' }),
  'chain-mismatch': sending({ asset: { ...asset, id: 'alpha:2/slip44:60' } }),
  'switch-rejected': async () => {
    const { kit, fox } = await page()
    fox.features.switchChain = () => Promise.reject(raw('user-rejected'))
    return switchChain(kit, { chain: 'alpha:2' })
  },
  'switch-failed': async () => {
    const { kit, fox } = await page()
    fox.features.switchChain = () => Promise.reject(new Error('no'))
    return switchChain(kit, { chain: 'alpha:2' })
  },
  'authentication-failed': async () => {
    const provider = fakeSignInServer()
    provider.answers.challenge = new Error('down')
    return signIn((await page('alpha', { signIn: { provider } })).kit)
  },
  'sign-in-failed': async () => {
    const provider = fakeSignInServer()
    provider.answers.verify = new Error('no')
    return signIn((await page('alpha', { signIn: { provider } })).kit)
  },
  'sign-out-failed': async () => {
    const provider = fakeSignInServer()
    provider.answers.signOut = new Error('down')
    return signOut((await page('alpha', { signIn: { provider } })).kit)
  },
  'feature-unsupported': async () => {
    const { kit, fox } = await page()
    Object.assign(fox, { features: {} })
    return signMessage(kit, { message: 'hi' })
  },
  'auth-connector-missing': async () =>
    changeEmail((await page()).kit, { email: 'ada@shop.example' }),
} satisfies Partial<Record<ErrorCode, Thrower>>

export const moving = {
  'send-chain-unsupported': sending({}, ({ fox }) => Object.assign(fox, { features: {} })),
  'amount-and-receiver-required': sending({ to: ' ' }),
  'token-required': sending({ asset: undefined }),
  'token-address-required': sending({ asset: { ...asset, id: 'alpha:1/other:zz' } }),
  'amount-invalid': sending({ amount: 0n }),
  'receiver-invalid': sending({ to: 'nobody' }),
  'receiver-chain-mismatch': sending({ to: 'alpha:2:a2' }),
  'name-not-found': sending({ to: 'nobody.name' }),
  'insufficient-fee-funds': sending({ amount: 100n }),
  'transaction-hash-invalid': async () =>
    addTransaction((await page()).kit, { chain: 'alpha:1', hash: 'no hash' }),
  'transaction-unknown': async () => send((await page()).kit, { id: 'nobody' }),
  unknown: sending({}, ({ alpha }) => {
    alpha.estimate = new Error('no reason at all')
  }),
} satisfies Partial<Record<ErrorCode, Thrower>>

export const asked = {
  'balance-unavailable': sending({}, ({ alpha }) => {
    alpha.read.balances = () => Promise.reject(new Error('no'))
  }),
  'transactions-unavailable': asking({}, (kit) =>
    historyQuery(kit, { account: 'eip155:1:a1' }).queryFn({ pageParam: null }),
  ),
  'project-id-unknown': listing(refused(401, 'authentication')),
  'origin-not-allowed': listing(refused(403, 'origin')),
  'gateway-refused': listing(refused(400, 'page')),
  'gateway-answer-invalid': listing({ count: 'many' }),
  'gateway-unreachable': asking({}, (kit) => walletsQuery(kit, { page: 1 }).queryFn()),
  'server-error': listing(new Response('', { status: 500 })),
  'rate-limited': listing(new Response('', { status: 429, headers: { 'retry-after': '0' } })),
  'gateway-timeout': asking({ getWallets: new Promise(() => undefined) }, (kit) =>
    walletsQuery(kit, { page: 1 }).queryFn(),
  ),
} satisfies Partial<Record<ErrorCode, Thrower>>

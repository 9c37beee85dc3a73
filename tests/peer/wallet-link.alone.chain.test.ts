import type { WalletEvent } from '@latchkey/walletconnect/wallet'
import { createWallet } from '@latchkey/walletconnect/wallet'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stranger, startStranger } from './start-stranger.ts'

const signer = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const account = `eip155:1:${signer.address}` as const
const universal = 'https://wallet.example/app'
const signIn = {
  chains: ['eip155:1'],
  methods: ['personal_sign'],
  domain: 'dapp.example',
  uri: 'https://dapp.example/login',
  nonce: 'abc12345',
}
const made = {} as { dapp: Stranger }

beforeAll(async () => {
  const redirect = { linkMode: true, universal: 'https://dapp.example/back' }
  // Nothing answers at this address: links must do without.
  made.dapp = await startStranger({
    role: 'dapp',
    relay: 'ws://127.0.0.1:9',
    isLinking: true,
    metadata: { redirect },
  })
  await made.dapp.call('addLinkModeApp', universal)
})
afterAll(() => made.dapp.kill())

/** A wallet that reaches no relay; what it opens is handed to the page as its system would. */
function openWallet() {
  class NoSocket {
    constructor() {
      throw new Error('no sockets here')
    }
  }
  const told: WalletEvent[] = []
  const links: string[] = []
  const wallet = createWallet({
    relays: [{ url: 'ws://127.0.0.1:9' }],
    metadata: {
      name: 'Wallet',
      description: '',
      url: 'https://wallet.example',
      icons: [],
      redirect: { universal, linkMode: true },
    },
    storage: null,
    WebSocket: NoSocket as unknown as typeof globalThis.WebSocket,
    openLink(link) {
      links.push(link)
      const { searchParams } = new URL(link)
      const [topic, message] = [searchParams.get('topic'), searchParams.get('wc_ev')]
      void made.dapp.call('dispatchEnvelope', { topic, message, sessionExists: links.length > 1 })
    },
  })
  wallet.watch((event) => told.push(event))
  return { wallet, told, links }
}

describe('link mode, the independent client as the page', () => {
  test('behavior: signs in, asks and is answered by links alone', async () => {
    const { wallet, told, links } = openWallet()
    const { uri } = await made.dapp.call<{ uri: string }>('authenticate', signIn, universal)
    expect(uri).toMatch(/^https:\/\/wallet\.example\/app\?wc_ev=/)
    await wallet.dispatchLink(uri)
    const [event] = told
    if (event?.type !== 'authentication') throw new Error('no sign-in')
    const signature = await signer.signMessage({
      message: event.authentication.messageFor(account),
    })
    const session = await wallet.authenticate(event.authentication.id, [
      { account, signature, kind: 'eip191' },
    ])
    expect(links[0]).toMatch(/^https:\/\/dapp\.example\/back\?wc_ev=/)
    const answer = await made.dapp.take<{ session: { topic: string; transportType: string } }>(
      'authenticated',
    )
    expect(answer.session).toMatchObject({ topic: session.topic, transportType: 'link_mode' })

    const asking = made.dapp.call('request', {
      topic: session.topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x01'] },
    })
    await wallet.dispatchLink(await made.dapp.take<string>('link'))
    const [request] = wallet.getPending()
    if (request?.type !== 'request') throw new Error('no request')
    await wallet.respond(request.request, { result: '0xsigned' })
    expect(await asking).toBe('0xsigned')
    wallet.close()
  })

  test('behavior: declines by a link', async () => {
    const { wallet, told } = openWallet()
    const { uri } = await made.dapp.call<{ uri: string }>('authenticate', signIn, universal)
    await wallet.dispatchLink(uri)
    const [event] = told
    if (event?.type !== 'authentication') throw new Error('no sign-in')
    await wallet.reject(event.authentication.id, { code: 5000, message: 'Not now.' })
    expect(JSON.stringify(await made.dapp.take('not-authenticated'))).toContain('Not now.')
    wallet.close()
  })
})

import {
  connect,
  disconnect,
  getAccount,
  type Kit,
  prepareConnect,
  signMessage,
} from '@latchkey/core'
import { type Hex, hexToString, verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { takeLinkMessage } from '../../packages/walletconnect/src/link-mode/take-link-message.ts'
import { type Asked, ada, adaSigner, load, relay, type Signing, withWorld } from './page-world.ts'
import { type Stranger, startStranger } from './start-stranger.ts'

withWorld()

const wallet = { universal: 'https://wallet.example/app' }
const page = 'https://shop.example/buy'
const held = {} as { phone: Stranger; opened: string[] }

beforeEach(async () => {
  held.opened = []
  vi.stubGlobal('open', (link: string) => void held.opened.push(link))
  held.phone = await startStranger({
    role: 'wallet',
    relay: relay(),
    isLinking: true,
    metadata: { redirect: { linkMode: true, universal: wallet.universal } },
  })
})
afterEach(async () => {
  expect(
    held.phone.events.filter(({ event }) => /foreign-host|unhandled-rejection/.test(event)),
  ).toEqual([])
  await held.phone.kill()
})

/** The system hands the link to the wallet. */
async function follow(link: string, sessionExists: boolean): Promise<void> {
  const { searchParams } = new URL(link)
  const [topic, message] = [searchParams.get('topic'), searchParams.get('wc_ev')]
  await held.phone.call('dispatchEnvelope', { topic, message, sessionExists })
}

/** The system opens the page's address in another tab. */
function visit(link: string): string {
  const left: string[] = []
  const history = {
    state: null,
    replaceState: (_: unknown, __: string, url: string) => void left.push(url),
  }
  takeLinkMessage({ location: { href: link } as Location, history: history as unknown as History })
  return left[0] ?? ''
}

async function ask(kit: Kit, signIn = false) {
  await vi.waitFor(() => expect(kit.getState().connectors.walletConnect).toBeDefined())
  const prompt = await prepareConnect(kit, { connector: 'walletConnect', signIn })
  if (prompt?.kind !== 'uri' || !prompt.link) throw new Error('no link')
  const connected = connect(kit, { connector: 'walletConnect', signIn })
  connected.catch(() => undefined)
  await follow(`${wallet.universal}?${prompt.link}`, false)
  return { connected }
}

interface Question {
  readonly id: number
  readonly params: { readonly authPayload: { readonly chains: string[] } & Record<string, unknown> }
}

async function approve({ id, params }: Question): Promise<void> {
  const { type: _, chains, ...payload } = params.authPayload
  const auths = chains.map(async (chain) => {
    const iss = `${chain}:${ada.address}`
    const message = await held.phone.call<string>('formatAuthMessage', {
      request: params.authPayload,
      iss,
    })
    const signature = await adaSigner.signMessage({ message })
    return {
      h: { t: 'caip122' },
      p: { ...payload, iss: `did:pkh:${iss}` },
      s: { t: 'eip191', s: signature },
    }
  })
  await held.phone.call('approveSessionAuthenticate', { id, auths: await Promise.all(auths) })
}

async function settle(kit: Kit, signIn = false) {
  const { connected } = await ask(kit, signIn)
  await approve(await held.phone.take<Question>('session_authenticate'))
  const link = await held.phone.take<string>('link')
  expect(link.startsWith('https://shop.example/buy?')).toBe(true)
  expect(visit(link)).toBe(page)
  const accounts = await connected
  const [session] =
    await held.phone.call<readonly { topic: string; transportType: string }[]>('sessions')
  if (!session) throw new Error('no session')
  return { accounts, link, session }
}

describe('link mode, the independent client as the wallet', () => {
  test('behavior: connects by links, asks and is answered by links; the rest goes over the relay', async () => {
    const kit = load(undefined, page)
    const { accounts, link, session } = await settle(kit)
    expect(accounts.map(({ account }) => account)).toEqual([`eip155:31337:${ada.address}`])
    expect(session.transportType).toBe('link_mode')

    // A second time it is news to nobody.
    visit(link)
    const signed = signMessage(kit, { message: 'Hello' })
    await vi.waitFor(() => expect(held.opened).toHaveLength(1))
    expect(held.opened[0]).toContain(`${wallet.universal}?wc_ev=`)
    await follow(held.opened[0] ?? '', true)
    const asked = await held.phone.take<Asked>('session_request')
    const text = hexToString(asked.params.request.params[0] as Hex)
    const signature = await adaSigner.signMessage({ message: text })
    await held.phone.call('respond', {
      topic: asked.topic,
      response: { id: asked.id, jsonrpc: '2.0', result: signature },
    })
    visit(await held.phone.take<string>('link'))
    expect(await signed).toMatchObject({ signature })

    // A live wallet says the rest over its relay.
    await held.phone.call('emit', {
      topic: session.topic,
      chainId: 'eip155:10',
      event: { name: 'chainChanged', data: 10 },
    })
    await vi.waitFor(() => expect(getAccount(kit).chain).toBe('eip155:10'), 5000)
    await disconnect(kit)
    await held.phone.take('session_delete')
    expect(held.opened).toHaveLength(1)
  })

  test('behavior: connects and signs in with one question', async () => {
    const signing: Signing = { nonce: 'abcdefgh12345678', proofs: [] }
    const kit = load(signing, page)
    await settle(kit, true)
    expect(signing.proofs).toHaveLength(1)
    const [proof] = signing.proofs
    expect(proof?.message).toContain(`Nonce: ${signing.nonce}`)
    const parts = {
      address: ada.address,
      message: proof?.message ?? '',
      signature: proof?.signature as Hex,
    }
    expect(await verifyMessage(parts)).toBe(true)
    await disconnect(kit)
  })

  test('behavior: a refusal comes by link; the wallet is asked again and approves', async () => {
    const kit = load(undefined, page)
    const { connected } = await ask(kit)
    const { id } = await held.phone.take<Question>('session_authenticate')
    await held.phone.call('rejectSessionAuthenticate', {
      id,
      reason: { code: 5000, message: 'Not now.' },
    })
    visit(await held.phone.take<string>('link'))
    await expect(connected).rejects.toBeTruthy()
    expect(kit.getState().connections.walletConnect).toMatchObject({ status: 'failed' })
    await settle(kit)
    expect(getAccount(kit).status).toBe('connected')
    await disconnect(kit)
  })

  test('behavior: without a gesture the question goes over the relay, and the answer comes by link', async () => {
    const kit = load(undefined, page)
    await settle(kit)
    vi.stubGlobal('navigator', { userActivation: { isActive: false } })
    const signed = signMessage(kit, { message: 'Hello' })
    const asked = await held.phone.take<Asked>('session_request')
    const signature = await adaSigner.signMessage({ message: 'Hello' })
    await held.phone.call('respond', {
      topic: asked.topic,
      response: { id: asked.id, jsonrpc: '2.0', result: signature },
    })
    visit(await held.phone.take<string>('link'))
    expect(await signed).toMatchObject({ signature })
    expect(held.opened).toEqual([])
    await disconnect(kit)
  })
})

import { mockRelay } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { chains, challenge, smallPage } from '../../test/small-page.ts'
import { account } from '../../test/small-wallet.ts'
import { memory, openWallet } from '../wallet-side/test/raw-page.ts'
import { type LinkMessage, parseLinkMessage } from './link-message.ts'
import { sendToTabs } from './tabs.ts'

const universal = 'https://shop.test/buy'
const redirect = { linkMode: true, universal: 'https://wallet.test/app' }
const metadata = {
  name: 'Wallet',
  description: '',
  url: 'https://wallet.test',
  icons: [],
  redirect,
}
const signal = new AbortController().signal

/**
 * A shop in link mode and a wallet that answers by links; links of the wallet wait to be opened.
 */
async function setUp() {
  const relay = mockRelay()
  const opened: string[] = []
  const shop = await smallPage([relay], {
    metadata: { redirect: { universal, linkMode: true } },
    linkMode: { universal, openLink: (link) => opened.push(link) },
  })
  const links: string[] = []
  const phone = openWallet([relay], { ...memory(), metadata, openLink: (link) => links.push(link) })
  return { relay, shop, opened, links, ...phone }
}
type World = Awaited<ReturnType<typeof setUp>>

async function ask({ shop, wallet, of }: World, signIn?: typeof challenge) {
  const { outcome, uri, prompts } = shop.start(undefined, signIn)
  await uri
  const { link = '' } = prompts[0] ?? {}
  await wallet.dispatchLink(`${redirect.universal}?${link}`)
  const event = of('authentication')[0]
  if (!event) throw new Error('no sign-in')
  return { outcome, link, authentication: event.authentication }
}
async function approve({ wallet, links }: World, id: number): Promise<LinkMessage> {
  const before = links.length
  await wallet.authenticate(id, [{ account, signature: '0xsigned', kind: 'eip191' }])
  return parseLinkMessage(links[before] ?? '')
}

describe('link mode on the page’s side', () => {
  test('default', async () => {
    const world = await setUp()
    const { outcome, authentication } = await ask(world)
    expect(authentication.metadata).toMatchObject({ redirect: { universal, linkMode: true } })
    expect(authentication.messageFor(account)).toContain('shop.test wants you to sign in')
    sendToTabs(await approve(world, authentication.id))
    const { session } = await outcome
    expect(session.namespaces.eip155?.accounts).toContain(account)

    const signing = session.request('eip155:1', 'personal_sign', ['0x01'])
    await vi.waitFor(() => expect(world.opened).toHaveLength(1))
    await world.wallet.dispatchLink(world.opened[0] ?? '')
    const [request] = world.of('request')
    if (!request) throw new Error('no request')
    await world.wallet.respond(request.request, { result: '0xsigned' })
    sendToTabs(parseLinkMessage(world.links.at(-1) ?? ''))
    expect(await signing).toBe('0xsigned')
  })

  test('behavior: proposals tell the way back too, and the code does not carry what only links do', async () => {
    const { shop, relay } = await setUp()
    const prompt = await shop.prepare()
    expect(prompt).toMatchObject({
      kind: 'uri',
      link: expect.stringMatching(/^wc_ev=[-_\w]+&topic=[0-9a-f]{64}$/),
    })
    if (prompt.kind !== 'uri') throw new Error('no link')
    expect(prompt.uri).not.toContain('methods=')
    const [topic = ''] = /[0-9a-f]{64}$/.exec(prompt.link ?? '') ?? []
    expect(relay.getMailbox(topic).map(({ tag }) => tag)).toEqual([1100])
    // Nothing that opens a session: the proposal's key is public, the pairing's stays in the code.
    expect(
      atob(
        (prompt.link ?? '').split('&')[0]?.slice(6).replaceAll('-', '+').replaceAll('_', '/') ?? '',
      ),
    ).not.toMatch(/symKey|privateKey/)
  })

  test('behavior: a sign-in that the owner asks for is the one in the link, and proves', async () => {
    const world = await setUp()
    const { outcome, authentication } = await ask(world, challenge)
    expect(authentication.messageFor(account)).toContain(`Nonce: ${challenge.nonce}`)
    sendToTabs(await approve(world, authentication.id))
    expect((await outcome).proofs).toMatchObject([{ account, signature: '0xsigned' }])
  })

  test('behavior: the tab that asked and the one that was opened are both connected, by one session', async () => {
    const world = await setUp()
    const { outcome, authentication } = await ask(world)
    const answer = await approve(world, authentication.id)
    const other = await world.shop.load({
      linkMode: { universal, arrived: Promise.resolve(answer) },
    })
    const restored = other.restore(signal)
    sendToTabs(answer)
    const [here, there] = await Promise.all([outcome, restored])
    expect(there.map(({ id }) => id)).toEqual([here.session.id])
    const later = await world.shop.load({ linkMode: { universal } })
    expect((await later.restore(signal)).map(({ id }) => id)).toEqual([here.session.id])
  })

  test('behavior: a page that was dropped is met by the answer in its address', async () => {
    const world = await setUp()
    const { authentication } = await ask(world)
    const answer = await approve(world, authentication.id)
    const again = await world.shop.load({
      linkMode: { universal, arrived: Promise.resolve(answer) },
    })
    expect(await again.restore(signal)).toHaveLength(1)
    // A page whose owner no longer wants link mode does not speak by links.
    expect(await (await world.shop.load({ linkMode: undefined })).restore(signal)).toEqual([])
  })

  test('behavior: a forged, foreign or repeated answer changes nothing', async () => {
    const world = await setUp()
    const { outcome, authentication, link } = await ask(world)
    const answer = await approve(world, authentication.id)
    const { topic } = answer
    const bytes = [...answer.message]
    bytes[80] = bytes[80] === 'A' ? 'B' : 'A'
    const pairing = new URLSearchParams(link).get('topic') ?? ''
    for (const forged of [
      { topic, message: bytes.join('') },
      { topic: 'ab'.repeat(32), message: answer.message },
      { topic: pairing, message: answer.message },
      { topic, message: 'Ant9' },
      { topic, message: 'AA' },
    ]) {
      sendToTabs(forged)
    }
    const slow = new Promise((resolve) => setTimeout(resolve, 60, 'nothing'))
    expect(await Promise.race([outcome, slow])).toBe('nothing')
    sendToTabs(answer)
    const { session } = await outcome
    sendToTabs(answer)
    const again = await world.shop.load({
      linkMode: { universal, arrived: Promise.resolve(answer) },
    })
    expect((await again.restore(signal)).map(({ id }) => id)).toEqual([session.id])
    await session.end()
    const after = await world.shop.load({
      linkMode: { universal, arrived: Promise.resolve(answer) },
    })
    expect(await after.restore(signal)).toEqual([])
  })

  test('behavior: a wallet that follows the code instead settles over the relay, by the same prompt', async () => {
    const world = await setUp()
    const { outcome, uri } = world.shop.start()
    await world.wallet.pair(await uri)
    await vi.waitFor(() => expect(world.of('proposal')).toHaveLength(1))
    const { id } = world.of('proposal')[0]?.proposal ?? { id: 0 }
    const granted = { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } }
    await world.wallet.approve(id, { namespaces: granted })
    const { session } = await outcome
    void session.request('eip155:1', 'personal_sign', ['0x01'])
    await vi.waitFor(() => expect(world.of('request')).toHaveLength(1))
    expect(world.opened).toEqual([])
  })

  test('behavior: where nothing of eip155 is asked for there is nothing to sign in with', async () => {
    const relay = mockRelay()
    const shop = await smallPage([relay], { linkMode: { universal } })
    const context = {
      ...shop.context,
      needs: { solana: { methods: ['solana_signMessage'], events: [] } },
    }
    const page = await shop.load({ context })
    const solana = [
      { ...chains[0], id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    ] as unknown as typeof chains
    expect(await page.prepare({ context, chains: solana, signal })).not.toHaveProperty('link')
  })
})

import { mockRelay } from '@latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answersPayload, makeAuthPayload } from '../cacao/auth-payload.ts'
import { readCacao } from '../cacao/cacao.ts'
import { agree } from '../crypto/agree.ts'
import { newRequestId } from '../crypto/ids.ts'
import { linkOfMessage, messageOfLink, sealLinkEnvelope } from '../crypto/link-text.ts'
import { topicOf } from '../crypto/topic.ts'
import { formatLinkMessage, parseLinkMessage } from '../link-mode/link-message.ts'
import type { WalletOptions } from '../wallet-contract.ts'
import { account, memory, openRawPage, openWallet, type RawPage, until } from './test/raw-page.ts'

const challenge = {
  domain: 'page.example',
  uri: 'https://page.example/login',
  nonce: 'abc12345',
  statement: 'Hello.',
  issuedAt: '2026-01-02T03:04:05.678Z',
}
const payload = makeAuthPayload(
  challenge,
  ['eip155:1', 'eip155:137'],
  ['personal_sign', 'eth_sign'],
)

/** Asks for a one-click sign-in as live pages do: with a classic proposal beside it. */
async function asked(over: Partial<WalletOptions> = {}, authPayload: object = payload) {
  const mock = mockRelay()
  const opened = openWallet([mock], over)
  const page = await openRawPage(mock, { methods: ['wc_sessionAuthenticate'] })
  const answersOn = await topicOf(page.publicKey)
  page.channel.addKey(answersOn, { privateKey: page.privateKey, publicKey: page.publicKey })
  await page.relay.subscribe([page.pairing, answersOn])
  const id = newRequestId()
  const expiresAt = Date.now() + 300_000
  const answer = page.channel.expect({ topic: answersOn, id, expiresAt })
  answer.catch(() => undefined)
  const fallback = await page.propose()
  await opened.wallet.pair(page.link)
  const requester = {
    publicKey: page.publicKey,
    metadata: { name: 'Page', url: 'https://page.example', icons: [] },
  }
  const params = { authPayload, requester, expiryTimestamp: Math.floor(expiresAt / 1000) }
  const message = await page.channel.seal(page.pairing, {
    id,
    jsonrpc: '2.0',
    method: 'wc_sessionAuthenticate',
    params,
  })
  await page.relay.publish({ topic: page.pairing, message, tag: 1116, ttl: 3600 })
  return { mock, page, id, answer, fallback, answersOn, ...opened }
}
const sessionOf = async (page: RawPage, key: string) => topicOf(await agree(page.privateKey, key))

describe('one-click sign-in', () => {
  test('default', async () => {
    const { wallet, of, answer, page, mock, answersOn, id } = await asked()
    const { authentication } = await until(() => of('authentication')[0])
    expect(authentication).toMatchObject({
      id,
      chains: ['eip155:1', 'eip155:137'],
      metadata: { name: 'Page' },
    })
    expect(authentication.messageFor(account)).toContain(
      "'request': 'eth_sign', 'personal_sign' for 'eip155'.",
    )
    const session = await wallet.authenticate(id, [
      { account, signature: '0xsigned', kind: 'eip191' },
    ])
    const { result, senderPublicKey } = await answer
    const { cacaos, responder } = result as {
      cacaos: unknown[]
      responder: { publicKey: string; metadata: object }
    }
    expect(responder).toMatchObject({ publicKey: senderPublicKey, metadata: { name: 'Wallet' } })
    const cacao = readCacao(cacaos[0])
    expect(cacao).toMatchObject({
      p: { iss: `did:pkh:${account}` },
      s: { t: 'eip191', s: '0xsigned' },
    })
    expect(cacao && answersPayload(cacao, payload)).toBe(true)
    expect(mock.getMailbox(answersOn).map(({ tag }) => tag)).toEqual([1117])
    const address = account.slice('eip155:1:'.length)
    expect(session.topic).toBe(await sessionOf(page, responder.publicKey))
    expect(session.namespaces).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:137'],
        accounts: [account, `eip155:137:${address}`],
        methods: ['eth_sign', 'personal_sign'],
        events: ['chainChanged', 'accountsChanged'],
      },
    })
    expect(wallet.getSessions()).toEqual([session])
    expect(of('proposal')).toEqual([])
    page.channel.addKey(session.topic, { symKey: session.symKey })
    const ping = { relay: page.relay, topic: session.topic, method: 'wc_sessionPing', params: {} }
    await page.relay.subscribe([session.topic])
    expect(await page.channel.ask(ping)).toBe(true)
  })

  test('behavior: a rejection comes sealed for the requester alone, with its code', async () => {
    const { wallet, of, answer, mock, answersOn, id } = await asked()
    await until(() => of('authentication')[0])
    await wallet.reject(id, { code: 5000, message: 'No.' })
    await expect(answer).rejects.toEqual({ code: 5000, message: 'No.' })
    expect(mock.getMailbox(answersOn).map(({ tag }) => tag)).toEqual([1118])
    expect(wallet.getPending()).toEqual([])
  })

  test('behavior: rejected is rejected: the proposal that came along is not put before a wallet that comes back', async () => {
    const kept = memory()
    const { wallet, of, mock, page, id } = await asked(kept)
    await until(() => of('authentication')[0])
    await wallet.reject(id)
    wallet.close()
    expect(mock.getMailbox(page.pairing).some(({ tag }) => tag === 1100)).toBe(true)
    const again = openWallet([mock], kept)
    const other = await openRawPage(mock)
    const { id: next } = await other.propose()
    await again.wallet.pair(other.link)
    await until(() => again.of('proposal')[0])
    // Longer than a proposal is held back for a sign-in that its link promised.
    await new Promise((resolve) => setTimeout(resolve, 1700))
    expect(again.of('proposal').map(({ proposal }) => proposal.id)).toEqual([next])
  })

  test('parameters: supports', async () => {
    const supports = { chains: ['eip155:1'], methods: ['personal_sign'] } as const
    const { wallet, of, id } = await asked({ supports })
    const { authentication } = await until(() => of('authentication')[0])
    expect(authentication.chains).toEqual(['eip155:1'])
    expect(authentication.messageFor(account)).not.toContain('eth_sign')
    expect(() => authentication.messageFor('eip155:137:0xab')).toThrow('proposal-unsupported')
    const session = await wallet.authenticate(id, [{ account, signature: '0x', kind: 'eip191' }])
    expect(session.namespaces).toMatchObject({
      eip155: { accounts: [account], methods: ['personal_sign'] },
    })
  })

  test('behavior: a proof of a chain nobody asked for leaves it open', async () => {
    const { wallet, of, id } = await asked()
    await until(() => of('authentication')[0])
    for (const proofs of [
      [],
      [{ account: 'eip155:5:0xab', signature: '0x', kind: 'eip191' }] as const,
    ]) {
      await expect(wallet.authenticate(id, proofs)).rejects.toMatchObject({
        code: 'proposal-unsupported',
      })
    }
    expect(wallet.getPending()).toHaveLength(1)
  })

  test.each([
    ['none that can be read', { ...payload, domain: 'a\nb' }],
    ['chains of two families', { ...payload, chains: ['eip155:1', 'solana:x'] }],
  ])('behavior: with %s the classic proposal counts', async (_, broken) => {
    const { of, fallback } = await asked({}, broken)
    expect((await until(() => of('proposal')[0])).proposal.id).toBe(fallback.id)
    expect(of('authentication')).toEqual([])
  })

  test('behavior: a promised sign-in that does not come is not waited for', async () => {
    const mock = mockRelay()
    const { wallet, of } = openWallet([mock])
    const page = await openRawPage(mock, { methods: ['wc_sessionAuthenticate'] })
    await page.propose()
    const before = Date.now()
    await wallet.pair(page.link)
    await until(() => of('proposal')[0])
    expect(Date.now() - before).toBeGreaterThan(1000)
  })
})

describe('link mode', () => {
  test('default', async () => {
    const mock = mockRelay()
    const links: string[] = []
    const { wallet, of } = openWallet([mock], { openLink: (link) => links.push(link) })
    const page = await openRawPage(mock)
    onTestFinished(() => wallet.close())
    const answersOn = await topicOf(page.publicKey)
    page.channel.addKey(answersOn, { privateKey: page.privateKey, publicKey: page.publicKey })
    const id = newRequestId()
    const redirect = { linkMode: true, universal: 'https://page.example/back' }
    const requester = {
      publicKey: page.publicKey,
      metadata: { name: 'Page', url: 'https://page.example', redirect },
    }
    const message = sealLinkEnvelope({
      id,
      method: 'wc_sessionAuthenticate',
      params: { authPayload: payload, requester },
    })
    const answer = page.channel.expect({ topic: answersOn, id, expiresAt: Date.now() + 5000 })
    const incoming = formatLinkMessage('https://wallet.example', { topic: page.pairing, message })
    await wallet.dispatchLink(incoming)
    await wallet.dispatchLink(incoming)
    expect(of('authentication')).toHaveLength(1)
    const session = await wallet.authenticate(id, [{ account, signature: '0x', kind: 'eip191' }])
    expect(session.transport).toBe('link')

    const back = parseLinkMessage(links[0] ?? '')
    expect(links[0]).toMatch(/^https:\/\/page\.example\/back\?wc_ev=/)
    await page.channel.receive({ topic: back.topic, message: messageOfLink(back.message) })
    expect((await answer).senderPublicKey).toBe(session.self.publicKey)

    page.channel.addKey(session.topic, { symKey: session.symKey })
    const asked = { id: newRequestId(), jsonrpc: '2.0', method: 'wc_sessionRequest' }
    const params = { request: { method: 'personal_sign', params: [] }, chainId: 'eip155:1' }
    const sealed = linkOfMessage(await page.channel.seal(session.topic, { ...asked, params }))
    const signed = page.channel.expect({
      topic: session.topic,
      id: asked.id,
      expiresAt: Date.now() + 5000,
    })
    await wallet.dispatchLink(
      formatLinkMessage('https://wallet.example', { topic: session.topic, message: sealed }),
    )
    await wallet.respond({ id: asked.id, topic: session.topic }, { result: '0xsigned' })
    const last = parseLinkMessage(links[1] ?? '')
    await page.channel.receive({ topic: last.topic, message: messageOfLink(last.message) })
    expect((await signed).result).toBe('0xsigned')
    expect(mock.methods()).not.toContain('irn_publish')

    // What is no question goes over the relay, either way.
    await page.relay.subscribe([session.topic])
    await wallet.emit(session.topic, { chain: 'eip155:1', name: 'chainChanged', data: 1 })
    await until(() => page.heard.find(({ method }) => method === 'wc_sessionEvent'))
    await page.channel.tell({
      relay: page.relay,
      topic: session.topic,
      method: 'wc_sessionDelete',
      params: {},
    })
    await until(() => of('session-ended')[0])
    expect(links).toHaveLength(2)
  })

  test('behavior: links without a way back, or with anything else inside', async () => {
    const { wallet, of } = openWallet([mockRelay()], { openLink: () => undefined })
    const topic = 'a1'.repeat(32)
    const link = (json: unknown) =>
      formatLinkMessage('https://wallet.example', { topic, message: sealLinkEnvelope(json) })
    for (const json of [
      { id: 1, method: 'wc_sessionPropose', params: {} },
      { method: 'wc_sessionAuthenticate' },
      [],
    ]) {
      await expect(wallet.dispatchLink(link(json))).rejects.toMatchObject({
        code: 'pairing-link-invalid',
      })
    }
    const requester = {
      publicKey: topic,
      metadata: { redirect: { linkMode: true, universal: 'http://page.example' } },
    }
    await wallet.dispatchLink(
      link({
        id: 1,
        method: 'wc_sessionAuthenticate',
        params: { authPayload: payload, requester },
      }),
    )
    expect(of('authentication')).toEqual([])
    const { wallet: closed } = openWallet([mockRelay()])
    await expect(closed.dispatchLink(link([]))).rejects.toMatchObject({
      code: 'pairing-link-invalid',
    })
  })
})

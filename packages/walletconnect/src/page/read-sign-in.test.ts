import type { SignInChallenge } from '@latchkey/core'
import { mockRelay } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { challenge, smallPage } from '../../test/small-page.ts'
import { account, smallWallet } from '../../test/small-wallet.ts'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import { issuerOf } from '../cacao/cacao.ts'
import { formatRecap, makeRecap } from '../cacao/recap.ts'
import { signInText } from '../cacao/sign-in-text.ts'

async function setUp(asked: SignInChallenge = challenge) {
  const relay = mockRelay()
  const shop = await smallPage([relay])
  const wallet = await smallWallet({ url: shop.urls[0] ?? '', WebSocket: relay.WebSocket })
  const { outcome, uri } = shop.start(undefined, asked)
  const request = await wallet.pair(await uri, 'wc_sessionAuthenticate')
  const { authPayload } = request.params as { authPayload: AuthPayload }
  const { type: _, chains: _chains, ...fields } = authPayload
  const cacao = (over: object = {}, from: string = account) => ({
    h: { t: 'caip122' },
    p: { ...fields, iss: issuerOf(from as typeof account), ...over },
    s: { t: 'eip191', s: '0xsigned' },
  })
  return { relay, shop, wallet, request, authPayload, fields, cacao, outcome }
}

describe('readSignIn', () => {
  test('default', async () => {
    const { authPayload, wallet, request, cacao, outcome, fields } = await setUp()
    expect(authPayload).toMatchObject({
      type: 'caip122',
      chains: ['eip155:1', 'eip155:137'],
      domain: 'shop.test',
      aud: 'https://shop.test/',
      nonce: 'abcdefgh1234',
      version: '1',
      iat: challenge.issuedAt,
      statement: 'Sign in.',
    })
    const { topic } = await wallet.signIn(request, [
      cacao(),
      cacao({}, account.replace(':1:', ':137:')),
    ])
    const { session, proofs } = await outcome
    expect(session.id).toBe(topic)
    expect(session.namespaces.eip155?.accounts).toEqual([account, account.replace(':1:', ':137:')])
    expect(session.methods.eip155).toContain('personal_sign')
    expect(proofs?.[0]).toEqual({
      account,
      message: signInText(account, fields),
      signature: '0xsigned',
    })
    expect(proofs).toHaveLength(2)
    const asked = session.request('eip155:1', 'personal_sign', [])
    await wallet.answer(await wallet.next('wc_sessionRequest'), '0x1')
    expect(await asked).toBe('0x1')
  })

  test('behavior: a wallet may grant less, or say nothing of methods', async () => {
    const less = await setUp()
    const recap = formatRecap(makeRecap('eip155', ['personal_sign']))
    await less.wallet.signIn(less.request, [less.cacao({ resources: [recap] })])
    expect((await less.outcome).session.methods).toEqual({ eip155: ['personal_sign'] })
    const none = await setUp()
    await none.wallet.signIn(none.request, [none.cacao({ resources: undefined })])
    expect((await none.outcome).session.methods.eip155).toHaveLength(3)
  })

  test('behavior: something else was signed than was asked for', async () => {
    for (const over of [
      { domain: 'evil.test' },
      { nonce: 'otherother1' },
      { aud: 'https://evil.test/' },
      { iss: 'did:pkh:eip155:5:0x1' },
      { iat: '2020-01-01T00:00:00.000Z' },
      { statement: 'Give me everything.' },
      { resources: ['https://evil.test'] },
    ]) {
      const { wallet, request, cacao, outcome } = await setUp()
      await wallet.signIn(request, [cacao(over)])
      await expect(outcome).rejects.toMatchObject({ code: 'session-settlement-failed' })
    }
  })

  test('behavior: no signature, a broken one beside a good one, or an answer in the name of another', async () => {
    for (const make of [
      () => [[]],
      (good: object) => [[good, { h: 1 }]],
      (good: object) => [[good], { responder: { publicKey: 'a'.repeat(64), metadata: {} } }],
      (good: object) => [[good], { responder: null }],
    ] as readonly ((good: object) => [unknown[], object?])[]) {
      const { wallet, request, cacao, outcome, shop } = await setUp()
      await wallet.signIn(request, ...(make(cacao()) as [unknown[], Record<string, unknown>]))
      await expect(outcome).rejects.toMatchObject({ code: 'session-settlement-failed' })
      expect(await (await shop.load()).restore(new AbortController().signal)).toEqual([])
    }
  })

  test('behavior: a refusal keeps its code', async () => {
    const { wallet, request, outcome } = await setUp()
    await wallet.refuseSignIn(request, { code: 5000, message: 'No' })
    await expect(outcome).rejects.toMatchObject({
      code: 'user-rejected',
      context: { reason: 'No' },
    })
  })

  test('behavior: signed in while the page was gone: connected, without the proof of a lost question', async () => {
    const { wallet, request, cacao, relay, shop } = await setUp()
    relay.cut()
    const restored = (await shop.load()).restore(new AbortController().signal)
    const { topic } = await wallet.signIn(request, [cacao()])
    expect((await restored).map(({ id }) => id)).toEqual([topic])
  })
})

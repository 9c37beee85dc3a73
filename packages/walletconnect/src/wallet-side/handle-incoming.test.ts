import { describe, expect, test } from 'vitest'
import { connected, granted, requestOf, until } from './test/raw-page.ts'

describe('handleIncoming', () => {
  test('behavior: requests are shown at once, each once, and answered', async () => {
    const { ask, wallet, of, topic, mock } = await connected()
    mock.faults.duplicate = true
    const settled = Promise.allSettled(
      [1, 2, 3].map((n) => ask('wc_sessionRequest', requestOf({ params: [n] }))),
    )
    await until(() => (of('request').length === 3 ? true : undefined))
    const [first, second, third] = of('request').map((event) => event.request)
    if (!first || !second || !third) throw new Error('no requests')
    expect(first).toMatchObject({ topic, chain: 'eip155:1', method: 'personal_sign' })
    await wallet.respond(second, { error: { code: 4001, message: 'no', data: 7 } })
    await wallet.respond(first, { result: '0xsigned' })
    await expect(wallet.respond(first, { result: '0xagain' })).rejects.toMatchObject({
      code: 'request-expired',
    })
    await wallet.respond(third, { result: null })
    const outcomes = await settled
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual(
      expect.arrayContaining(['0xsigned', { code: 4001, message: 'no', data: 7 }, null]),
    )
    expect(of('request')).toHaveLength(3)
  })

  test.each([
    ['a chain nobody granted', requestOf({}, { chainId: 'eip155:5' }), 3005],
    ['a method nobody granted', requestOf({ method: 'eth_sign' }), 3001],
    ['no request', { chainId: 'eip155:1' }, -32602],
    ['a request of yesterday', requestOf({ expiryTimestamp: 1 }), 8000],
  ])('behavior: %s is answered with its code', async (_, params, code) => {
    const { ask, of } = await connected()
    const error = await ask('wc_sessionRequest', params).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/./) })
    expect(of('request')).toEqual([])
  })

  test('behavior: a request that nobody answers in time expires with 8000', async () => {
    const { ask, of, wallet } = await connected()
    const answer = ask(
      'wc_sessionRequest',
      requestOf({ expiryTimestamp: Math.floor(Date.now() / 1000) + 2 }),
    )
    answer.catch(() => undefined)
    const { request: shown } = await until(() => of('request')[0])
    expect((await until(() => of('expired')[0])).id).toBe(shown.id)
    await expect(answer).rejects.toMatchObject({ code: 8000 })
    await expect(wallet.respond(shown, { result: 1 })).rejects.toMatchObject({
      code: 'request-expired',
    })
  })

  test('behavior: the page may not change what was granted', async () => {
    const { ask, wallet } = await connected()
    const before = wallet.getSessions()
    await expect(ask('wc_sessionUpdate', { namespaces: {} })).rejects.toMatchObject({ code: 3003 })
    await expect(ask('wc_sessionExtend', {})).rejects.toMatchObject({ code: 3004 })
    expect(wallet.getSessions()).toEqual(before)
  })

  test('behavior: pings both ways', async () => {
    const { ask, wallet, page, topic } = await connected()
    expect(await ask('wc_sessionPing', {})).toBe(true)
    const pinged = wallet.ping(topic)
    const ping = await until(() => page.heard.find(({ method }) => method === 'wc_sessionPing'))
    await page.channel.answer({ ...ping, relay: page.relay }, { result: true })
    await pinged
  })

  test('behavior: updates, extensions and events reach the page; a refused update is taken back', async () => {
    const { wallet, page, topic } = await connected()
    const answerNext = async (
      method: string,
      answer: { result: unknown } | { error: object },
      at = 0,
    ) => {
      const incoming = await until(() => page.heard.filter((one) => one.method === method)[at])
      await page.channel.answer({ ...incoming, relay: page.relay }, answer)
      return incoming.params
    }
    const more = { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_sign'] } }
    const updated = wallet.update(topic, more)
    expect(await answerNext('wc_sessionUpdate', { result: true })).toEqual({ namespaces: more })
    await updated
    const refused = expect(wallet.update(topic, granted)).rejects.toMatchObject({
      code: 'request-unauthorized',
      context: { sourceCode: 1003 },
    })
    await answerNext('wc_sessionUpdate', { error: { code: 1003, message: 'no' } }, 1)
    await refused
    expect(wallet.getSessions()[0]?.namespaces).toEqual(more)
    const before = wallet.getSessions()[0]?.expiresAt ?? 0
    const extended = wallet.extend(topic)
    await answerNext('wc_sessionExtend', { result: true })
    await extended
    expect(wallet.getSessions()[0]?.expiresAt).toBeGreaterThan(before)
    await wallet.emit(topic, { chain: 'eip155:1', name: 'chainChanged', data: 1 })
    const event = await until(() => page.heard.find(({ method }) => method === 'wc_sessionEvent'))
    expect(event.params).toEqual({ event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
    await expect(
      wallet.emit(topic, { chain: 'eip155:1', name: 'other', data: 1 }),
    ).rejects.toMatchObject({
      code: 'request-unauthorized',
    })
  })

  test('behavior: either side ends it', async () => {
    const one = await connected()
    expect(await one.ask('wc_sessionDelete', { code: 6000, message: 'bye' })).toBe(true)
    expect(await until(() => one.of('session-ended')[0])).toMatchObject({
      topic: one.topic,
      reason: 'peer',
    })
    expect(one.wallet.getSessions()).toEqual([])
    const other = await connected()
    const answer = other.ask('wc_sessionRequest', requestOf())
    answer.catch(() => undefined)
    const { request: open } = await until(() => other.of('request')[0])
    await other.wallet.end(other.topic)
    expect(other.of('expired')).toEqual([{ type: 'expired', id: open.id }])
    expect(other.of('session-ended')).toEqual([
      { type: 'session-ended', topic: other.topic, reason: 'self' },
    ])
    const ended = await until(() =>
      other.page.heard.find(({ method }) => method === 'wc_sessionDelete'),
    )
    expect(ended.params).toEqual({ code: 6000, message: 'User disconnected.' })
    await expect(other.wallet.ping(other.topic)).rejects.toMatchObject({ code: 'session-ended' })
  })
})

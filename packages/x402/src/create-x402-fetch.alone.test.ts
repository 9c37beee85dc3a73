import { getAccount } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { verifyTypedData } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  asset,
  eip712Domain,
  offer,
  openPaidPage,
  type PaidPage,
  questionOf,
  resource,
  shop,
  token,
  transaction,
} from '../../../tests/worlds/paid-page.ts'
import type { AskVisitor, Payment } from './contract.ts'
import { createX402Fetch, type Fetch } from './create-x402-fetch.ts'
import { paymentOf } from './payment-of.ts'
import { endX402Sessions, getX402Spent } from './spending.ts'
import { readAuthorization, transferData } from './wire/authorization.ts'
import { decodeJson } from './wire/encode-json.ts'

const run = {} as { page: PaidPage }
beforeEach(async () => {
  run.page = await openPaidPage()
  vi.stubGlobal('fetch', run.page.node)
})
afterEach(() => {
  run.page.stop()
  vi.unstubAllGlobals()
})

const limit = { [asset]: { perRequest: 20_000n, total: 25_000n } }
const open = (more: Partial<createX402Fetch.Options> = {}) =>
  createX402Fetch(run.page.kit, { limit, fetch: run.page.server, ...more })
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
const signatures = () =>
  run.page.wallet.requests.filter(({ method }) => method === 'eth_signTypedData_v4').length
/** The payment that a request carried to the server. */
const sent = (request: Request | undefined, name = 'payment-signature') =>
  decodeJson(request?.headers.get(name) ?? '', 100_000) as {
    accepted: object
    resource: object
    payload: { signature: `0x${string}`; authorization: unknown }
  }

describe('createX402Fetch', () => {
  test('default: asks, signs what was shown, sends once more, and tells what became of it', async () => {
    const shown: Payment[] = []
    const fetchPaid = open({ ask: (payment) => shown.push(payment) > 0 })
    const before = Date.now()
    const response = await fetchPaid(`${resource}#part`, { method: 'POST', body: 'day' })
    expect(await response.text()).toBe('paid')
    expect(paymentOf(response)).toEqual({
      success: true,
      transaction,
      chain: 'eip155:8453',
      payer: ada,
    })
    expect(shown).toEqual([
      {
        asset,
        amount: 10_000n,
        decimals: 6,
        symbol: 'USDC',
        chain: 'eip155:8453',
        from: `eip155:8453:${ada}`,
        payTo: `eip155:8453:${shop}`,
        resource,
        description: 'News',
        left: 25_000n,
        validSeconds: 180,
      },
    ])
    const [first, second] = run.page.received
    expect(run.page.received).toHaveLength(2)
    expect([await first?.text(), await second?.text()]).toEqual(['day', 'day'])
    const { accepted, payload, resource: echoed } = sent(second)
    expect([accepted, echoed]).toEqual([offer, { url: resource, description: 'News' }])
    const authorization = readAuthorization(payload.authorization)
    if (!authorization) throw new Error('no authorization was sent')
    expect(authorization).toMatchObject({ from: ada, to: shop, value: 10_000n })
    const lifetime = Number(authorization.validBefore) - before / 1000
    expect([lifetime > 178, lifetime < 300]).toEqual([true, true])
    const typedData = transferData(authorization, {
      chain: 'eip155:8453',
      token,
      domain: { name: 'USD Coin', version: '2' },
    })
    expect(
      await verifyTypedData({ ...typedData, address: ada, signature: payload.signature }),
    ).toBe(true)
    expect(Object.values(run.page.kit.getState().transactions)).toMatchObject([
      {
        hash: transaction,
        from: `eip155:8453:${ada}`,
        description: 'Paid 0.01 USDC to api.example',
      },
    ])
  })

  test('default: version 1 asks in the body, and is paid by its header', async () => {
    const { amount, ...rest } = offer
    run.page.question = () =>
      Response.json(
        { x402Version: 1, accepts: [{ ...rest, network: 'base', maxAmountRequired: amount }] },
        { status: 402 },
      )
    expect(await (await open()(resource)).text()).toBe('paid')
    const [, second] = run.page.received
    expect(second?.headers.has('payment-signature')).toBe(false)
    const { payload, ...head } = sent(second, 'x-payment')
    expect(head).toEqual({ x402Version: 1, scheme: 'exact', network: 'base' })
    expect(readAuthorization(payload.authorization)).toMatchObject({ to: shop, value: 10_000n })
  })

  test('parameters: input and init: a Request, headers, and a body that is sent twice', async () => {
    const request = new Request(resource, { method: 'PUT', body: 'x', headers: { a: '1' } })
    expect(await (await open()(request)).text()).toBe('paid')
    const [, second] = run.page.received
    expect([second?.method, second?.headers.get('a'), await second?.text()]).toEqual([
      'PUT',
      '1',
      'x',
    ])
    expect(await (await open()(new URL(resource), { headers: { b: '2' } })).text()).toBe('paid')
    expect(run.page.received[3]?.headers.get('b')).toBe('2')
  })

  test('parameters: describe', async () => {
    await open({ describe: ({ amount }) => `Bezahlt: ${amount}` })(resource)
    expect(Object.values(run.page.kit.getState().transactions)).toMatchObject([
      { description: 'Bezahlt: 10000' },
    ])
  })

  test.each([
    [undefined],
    [{}],
    [{ 'eip155:8453': { perRequest: 1n, total: 1n } }],
    [{ [asset]: { perRequest: 1, total: 1n } }],
    [{ [asset]: { perRequest: 1n, total: -1n } }],
    [{ [asset]: { perRequest: 1n } }],
    [{ 'eip155:8453/slip44:60': { perRequest: 1n, total: 1n } }],
  ])('parameters: limit: %o is a mistake', (wrong) => {
    expect(() => open({ limit: wrong as never })).toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    )
  })

  test('behavior: any other answer is returned as it is', async () => {
    for (const answer of [
      new Response('free'),
      new Response('no', { status: 500 }),
      new Response('pay at the counter', { status: 402 }),
      Response.json({ x402Version: 7 }, { status: 402 }),
      new Response('x'.repeat(100_000), { status: 402 }),
      new Response(null, { status: 402 }),
    ]) {
      run.page.question = () => answer
      expect(await open()(resource)).toBe(answer)
      expect(answer.bodyUsed).toBe(false)
    }
    expect(signatures()).toBe(0)
  })

  test('behavior: a request that the page has paid for itself is left alone', async () => {
    run.page.answer = () => questionOf()
    const response = await open()(resource, { headers: { 'X-PAYMENT': 'mine' } })
    expect([response.status, run.page.received.length, signatures()]).toEqual([402, 1, 0])
  })

  test.each<[string, AskVisitor]>([
    ['false', () => false],
    ['nothing', () => undefined as never],
    ['another word', () => 'yes' as never],
  ])('behavior: %s is no consent', async (_, ask) => {
    expect(await codeOf(open({ ask })(resource))).toBe('user-rejected')
    expect([signatures(), run.page.received.length]).toEqual([0, 1])
    expect(getX402Spent(run.page.kit, { asset })).toBe(0n)
  })

  test('behavior: what the wallet refuses is not spent', async () => {
    run.page.wallet.behave('reject', 'eth_signTypedData_v4')
    expect(await codeOf(open()(resource))).toBe('user-rejected')
    expect([run.page.received.length, getX402Spent(run.page.kit, { asset })]).toEqual([1, 0n])
    run.page.wallet.behave('approve')
    expect((await open()(resource)).status).toBe(200)
  })

  test('behavior: not twice for one request, and a signature that was sent counts as spent', async () => {
    run.page.answer = () => questionOf()
    expect((await open()(resource)).status).toBe(402)
    expect([run.page.received.length, signatures()]).toEqual([2, 1])
    expect(getX402Spent(run.page.kit, { asset })).toBe(10_000n)
    run.page.answer = () => {
      throw new TypeError('the line broke')
    }
    expect(await codeOf(open()(resource))).toBeInstanceOf(TypeError)
    expect(getX402Spent(run.page.kit, { asset })).toBe(20_000n)
  })

  test('behavior: above the limit of a request, and of all requests together', async () => {
    run.page.question = () => questionOf([{ ...offer, amount: '20001' }])
    expect(await codeOf(open()(resource))).toBe('payment-above-limit')
    run.page.question = () => questionOf()
    const fetchPaid = open()
    const all = await Promise.all([1, 2, 3].map(() => codeOf(fetchPaid(resource))))
    expect(all.sort()).toEqual(['payment-above-limit', 'resolved', 'resolved'])
    // A second `fetch` of the same kit has no limit of its own.
    expect(await codeOf(open()(resource))).toBe('payment-above-limit')
    expect(signatures()).toBe(2)
  })

  test('behavior: a session is allowed for one receiver and origin, until what was shown is used up', async () => {
    const shown: bigint[] = []
    const ask: AskVisitor = ({ left }) => (shown.push(left) > 0 ? 'session' : false)
    const wide = { [asset]: { perRequest: 20_000n, total: 60_000n } }
    const fetchPaid = open({ limit: wide, ask })
    await fetchPaid(resource)
    await fetchPaid('https://api.example/other')
    expect(shown).toEqual([60_000n])
    await fetchPaid('https://other.example/')
    run.page.question = () => questionOf([{ ...offer, payTo: ada }])
    await fetchPaid(resource)
    expect(shown).toEqual([60_000n, 40_000n, 30_000n])
    run.page.question = () => questionOf()
    await fetchPaid(resource)
    endX402Sessions(run.page.kit)
    await fetchPaid(resource)
    expect(shown).toEqual([60_000n, 40_000n, 30_000n, 10_000n])
    expect(getX402Spent(run.page.kit, { asset })).toBe(60_000n)
  })

  test('behavior: a raised limit does not raise what the visitor allowed', async () => {
    const shown: bigint[] = []
    const ask: AskVisitor = ({ left }) => (shown.push(left) > 0 ? 'session' : false)
    const one = { perRequest: 10_000n, total: 20_000n }
    await open({ limit: { [asset]: one }, ask })(resource)
    const raised = open({ limit: { [asset]: { ...one, total: 90_000n } }, ask })
    await raised(resource)
    expect(shown).toEqual([20_000n])
    await raised(resource)
    expect(shown).toEqual([20_000n, 70_000n])
  })

  test.each([
    ['a token that is not listed', [{ ...offer, asset: shop }]],
    ['a network that the kit has not', [{ ...offer, network: 'eip155:1' }]],
    ['another scheme', [{ ...offer, scheme: 'upto' }]],
    ['nothing', []],
  ])('behavior: %s is refused', async (_, accepts) => {
    run.page.question = () => questionOf(accepts)
    expect(await codeOf(open()(resource))).toBe('payment-unsupported')
    expect(signatures()).toBe(0)
  })

  test('behavior: the first offer that can be paid is chosen', async () => {
    const other = { ...offer, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const dear = { ...offer, amount: '99999' }
    run.page.question = () => questionOf([other, dear, offer])
    expect((await open()(resource)).status).toBe(200)
    expect(sent(run.page.received[1]).accepted).toEqual(offer)
  })

  test('behavior: a header that cannot be read is an error, not a payment', async () => {
    for (const value of ['%%%', btoa('[]'), 'e30'.repeat(10_000)]) {
      run.page.question = () =>
        new Response('', { status: 402, headers: { 'PAYMENT-REQUIRED': value } })
      expect(await codeOf(open()(resource))).toBe('payment-unsupported')
    }
  })

  test.each<[string, object]>([
    ['another name in its separator', { DOMAIN_SEPARATOR: `0x${'00'.repeat(32)}` }],
    ['another name', { DOMAIN_SEPARATOR: undefined, name: 'Fake Coin' }],
    ['no name at all', { DOMAIN_SEPARATOR: undefined, name: undefined }],
    [
      'a domain of another contract',
      { DOMAIN_SEPARATOR: undefined, eip712Domain: eip712Domain.with(4, shop) },
    ],
    [
      'a domain of another chain',
      { DOMAIN_SEPARATOR: undefined, eip712Domain: eip712Domain.with(3, 1n) },
    ],
  ])('behavior: a token that has %s on the chain is not signed for', async (_, answers) => {
    Object.assign(run.page.tokenAnswers, answers)
    expect(await codeOf(open()(resource))).toBe('payment-unsupported')
    expect([signatures(), getX402Spent(run.page.kit, { asset })]).toEqual([0, 0n])
  })

  test.each<[string, object]>([
    ['eip712Domain', { DOMAIN_SEPARATOR: undefined, eip712Domain }],
    ['name and version', { DOMAIN_SEPARATOR: undefined }],
  ])('behavior: a token without a separator is known by %s', async (_, answers) => {
    Object.assign(run.page.tokenAnswers, answers)
    expect((await open()(resource)).status).toBe(200)
  })

  test('behavior: a server that names no domain: the chain does', async () => {
    run.page.question = () => questionOf([{ ...offer, extra: {} }])
    expect((await open()(resource)).status).toBe(200)
  })

  test('behavior: what is not there cannot be paid', async () => {
    run.page.tokenAnswers.balanceOf = 9_999n
    expect(await codeOf(open()(resource))).toBe('insufficient-funds')
    expect(signatures()).toBe(0)
  })

  test('behavior: words of the token and the server are shown as one plain line', async () => {
    run.page.tokenAnswers.symbol = `US\u202eDC${'x'.repeat(99)}`
    const description = `\n<b>${'y'.repeat(500)}`
    run.page.question = () =>
      questionOf([offer], { resource: { url: 'javascript:1', description } })
    const shown: Payment[] = []
    await open({ ask: (payment) => shown.push(payment) > 0 })(resource)
    expect(shown[0]?.symbol).toBe('USDCxxxxxxxxxxx…')
    expect(shown[0]?.description).toHaveLength(160)
    expect(shown[0]?.resource).toBe(resource)
  })

  test('behavior: the authorization expires within ten minutes, whatever the server asks', async () => {
    run.page.question = () => questionOf([{ ...offer, maxTimeoutSeconds: 4_000_000 }])
    const shown: Payment[] = []
    await open({ ask: (payment) => shown.push(payment) > 0 })(resource)
    expect(shown[0]?.validSeconds).toBe(600)
    const { payload } = sent(run.page.received[1])
    const validBefore = Number(readAuthorization(payload.authorization)?.validBefore)
    expect(validBefore).toBeLessThanOrEqual(Date.now() / 1000 + 600)
  })

  test('behavior: a visitor may take long; what a wallet answers too late is not sent', async () => {
    const now = vi.spyOn(Date, 'now')
    const began = Date.now()
    const ask = () => now.mockReturnValue(began + 900_000) !== undefined
    expect((await open({ ask })(resource)).status).toBe(200)
    const { payload } = sent(run.page.received[1])
    expect(readAuthorization(payload.authorization)?.validBefore).toBe(
      BigInt(Math.floor((began + 900_000) / 1000) + 180),
    )
    run.page.wallet.behave('hang', 'eth_signTypedData_v4')
    const late = codeOf(open()(resource))
    await vi.waitFor(() => expect(signatures()).toBe(2))
    now.mockReturnValue(began + 900_000 + 178_000)
    await run.page.wallet.release('approve')
    expect(await late).toBe('request-expired')
    now.mockRestore()
    expect(run.page.received).toHaveLength(3)
    expect(getX402Spent(run.page.kit, { asset })).toBe(10_000n)
  })

  test('behavior: every nonce is another', async () => {
    await open()(resource)
    await open()(resource)
    const nonces = run.page.received
      .filter((request) => request.headers.has('payment-signature'))
      .map((request) => readAuthorization(sent(request).payload.authorization)?.nonce)
    expect(new Set(nonces).size).toBe(2)
  })

  test('behavior: a body that is a stream is refused before anybody is asked', async () => {
    const asks: Payment[] = []
    const body = new Blob(['x']).stream()
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    const fetchPaid = open({ ask: (payment) => asks.push(payment) > 0 })
    expect(await codeOf(fetchPaid(resource, init))).toBe('payment-unsupported')
    expect([asks, signatures()]).toEqual([[], 0])
  })

  test('behavior: a request that was led to another origin is not paid for', async () => {
    run.page.question = () => {
      const answer = questionOf()
      Object.defineProperties(answer, {
        redirected: { value: true },
        url: { value: 'https://evil.example/' },
      })
      return answer
    }
    expect(await codeOf(open()(resource))).toBe('payment-unsupported')
    expect(signatures()).toBe(0)
  })

  test('behavior: aborted while the visitor is asked, and while the wallet is: nothing is left', async () => {
    const asking = new AbortController()
    const ask = () => {
      asking.abort()
      return new Promise<boolean>(() => {})
    }
    const reason = await codeOf(open({ ask })(resource, { signal: asking.signal }))
    expect(reason).toBe(asking.signal.reason)
    const signing = new AbortController()
    run.page.wallet.behave('hang', 'eth_signTypedData_v4')
    const pending = codeOf(open()(resource, { signal: signing.signal }))
    await vi.waitFor(() => expect(signatures()).toBe(1))
    signing.abort()
    expect(await pending).toBe(signing.signal.reason)
    expect(run.page.received).toHaveLength(2)
    expect(getX402Spent(run.page.kit, { asset })).toBe(0n)
    expect(run.page.kit.getState().transactions).toEqual({})
  })

  test('behavior: a signal that was aborted before, and a question that fails', async () => {
    const reason = new Error('given up')
    const signal = AbortSignal.abort(reason)
    // This server answers even when the signal has aborted.
    const server: Fetch = async (input) => run.page.server(input)
    expect(await codeOf(open({ fetch: server })(resource, { signal }))).toBe(reason)
    const broken = new Error('no dialog')
    expect(await codeOf(open({ ask: () => Promise.reject(broken) })(resource))).toBe(broken)
    expect([signatures(), getX402Spent(run.page.kit, { asset })]).toEqual([0, 0n])
  })

  test('behavior: without a wallet, or with a node that is gone, nothing is asked', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
    expect(await codeOf(open()(resource))).toBe('server-error')
    run.page.wallet.revoke()
    await vi.waitFor(() => expect(getAccount(run.page.kit).status).toBe('disconnected'))
    expect(await codeOf(open()(resource))).toBe('not-connected')
    expect(signatures()).toBe(0)
  })

  test('behavior: a receipt that names no transaction lists none', async () => {
    run.page.answer = () =>
      new Response('paid', { headers: { 'PAYMENT-RESPONSE': btoa('{"success":true}') } })
    expect(paymentOf(await open()(resource))).toEqual({ success: true })
    expect(run.page.kit.getState().transactions).toEqual({})
  })
})

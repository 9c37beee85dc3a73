import { describe, expect, test } from 'vitest'
import { signPaymentFor } from '../../test/sign-payment.ts'
import { decodeJson, encodeJson } from '../wire/encode-json.ts'
import type { Fields } from '../wire/fields.ts'
import type { Facilitator, SettleResult, WireRequirements } from './contract.ts'
import { createPaywall } from './create-paywall.ts'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payTo = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const url = 'https://shop.example/report'
const hash = `0x${'cd'.repeat(32)}` as const
const required: WireRequirements = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: token,
  amount: '10000',
  payTo,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const settledResult: SettleResult = { success: true, transaction: hash, network: 'eip155:8453' }

function open(more: Partial<createPaywall.Options> = {}, facilitated: Partial<Facilitator> = {}) {
  const calls: string[] = []
  const facilitator: Facilitator = {
    verify: async () => ({ isValid: true }),
    settle: async () => settledResult,
    supported: async () => ({ kinds: [], extensions: [], signers: {} }),
    ...facilitated,
  }
  const paywall = createPaywall({
    payTo,
    price: 10_000n,
    asset: `eip155:8453/erc20:${token}`,
    domain: { name: 'USD Coin', version: '2' },
    facilitator: {
      ...facilitator,
      verify: (...all) => {
        calls.push('verify')
        return facilitator.verify(...all)
      },
      settle: (...all) => {
        calls.push('settle')
        return facilitator.settle(...all)
      },
    },
    ...more,
  })
  const serve = () => {
    calls.push('serve')
    return new Response('sunny')
  }
  const ask = (payment?: Fields, make: () => Response | Promise<Response> = serve) =>
    paywall(
      new Request(url, payment && { headers: { 'PAYMENT-SIGNATURE': encodeJson(payment) } }),
      make,
    )
  return { calls, ask, paywall, serve }
}
const read = (response: Response, name: string) =>
  decodeJson(response.headers.get(name) ?? '', 20_000)

describe('createPaywall', () => {
  test('default: a price first, then what is sold', async () => {
    const { ask, calls } = open({ description: 'News', mimeType: 'text/plain' })
    const first = await ask()
    expect([first.status, first.headers.get('cache-control')]).toEqual([402, 'no-store'])
    expect(read(first, 'payment-required')).toEqual({
      x402Version: 2,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: { url, description: 'News', mimeType: 'text/plain' },
      accepts: [required],
    })
    const paid = await ask(await signPaymentFor(required, key))
    expect([paid.status, await paid.text()]).toEqual([200, 'sunny'])
    expect(read(paid, 'payment-response')).toEqual(settledResult)
    expect(paid.headers.get('cache-control')).toBe('private')
    expect(paid.headers.get('access-control-expose-headers')).toContain('PAYMENT-RESPONSE')
    expect(calls).toEqual(['verify', 'serve', 'settle'])
  })

  test.each([
    ['payTo', { payTo: '0x1' }],
    ['price', { price: 0n }],
    ['price', { price: 1 }],
    ['asset', { asset: 'eip155:8453/slip44:60' }],
    ['asset', { asset: `solana:abc/erc20:${token}` }],
    ['domain', { domain: { name: '', version: '2' } }],
    ['timeoutSeconds', { timeoutSeconds: 0 }],
  ])('parameters: %s: %o is a mistake', (reason, wrong) => {
    expect(() => open(wrong as never)).toThrow(
      expect.objectContaining({ code: 'config-invalid', context: { reason } }),
    )
  })

  test.each<[string, object]>([
    ['less', { amount: '1' }],
    ['another receiver', { payTo: token }],
    ['another token', { asset: payTo }],
    ['another network', { network: 'eip155:1' }],
    ['another scheme', { scheme: 'upto' }],
    ['more time', { maxTimeoutSeconds: 61 }],
  ])('behavior: who accepted %s has not paid', async (_, change) => {
    const { ask, calls } = open()
    const payment = await signPaymentFor(required, key)
    const answer = await ask({ ...payment, accepted: { ...required, ...change } })
    expect([answer.status, calls]).toEqual([402, []])
    expect(read(answer, 'payment-required')).toMatchObject({
      error: 'No matching payment requirements',
    })
  })

  test.each<[string, object]>([
    ['nothing', {}],
    ['no signature', { payload: { authorization: {} } }],
    ['version 1', { x402Version: 1 }],
    ['a huge signature', { payload: { signature: `0x${'ab'.repeat(5000)}` } }],
  ])('behavior: a payment that says %s is none', async (_, change) => {
    const { ask, calls } = open()
    const whole = change && Object.keys(change).length > 0
    const payment = whole ? { ...(await signPaymentFor(required, key)), ...change } : {}
    expect([(await ask(payment)).status, calls]).toEqual([402, []])
  })

  test('behavior: a header that is no JSON, or too long, is no payment', async () => {
    const { paywall, serve, calls } = open()
    for (const value of ['x', 'A'.repeat(40_000)]) {
      const request = new Request(url, { headers: { 'PAYMENT-SIGNATURE': value } })
      expect((await paywall(request, serve)).status).toBe(402)
    }
    expect(calls).toEqual([])
  })

  test('behavior: what does not verify is not served, and may be tried again', async () => {
    const verdicts = [{ isValid: false, invalidReason: 'no_funds' }, { isValid: true }]
    const { ask, calls } = open({}, { verify: async () => verdicts.shift() as never })
    const payment = await signPaymentFor(required, key)
    const refused = await ask(payment)
    expect(refused.status).toBe(402)
    expect(read(refused, 'payment-required')).toMatchObject({ error: 'no_funds' })
    expect((await ask(payment)).status).toBe(200)
    expect(calls).toEqual(['verify', 'verify', 'serve', 'settle'])
  })

  test('behavior: one payment buys one answer, at the same moment and later', async () => {
    const { ask, calls } = open()
    const payment = await signPaymentFor(required, key)
    const all = await Promise.all([ask(payment), ask(payment), ask(payment)])
    expect(all.map(({ status }) => status).sort()).toEqual([200, 402, 402])
    expect((await ask(payment)).status).toBe(402)
    expect(calls.filter((call) => call === 'serve')).toHaveLength(1)
  })

  test('behavior: an answer that failed costs nothing, and the payment is not used up', async () => {
    const { ask, calls } = open()
    const payment = await signPaymentFor(required, key)
    const missing = await ask(payment, () => new Response('', { status: 404 }))
    expect([missing.status, missing.headers.has('payment-response')]).toEqual([404, false])
    const broken = ask(payment, () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    expect((await ask(payment)).status).toBe(200)
    expect(calls.filter((call) => call === 'settle')).toHaveLength(1)
  })

  test('behavior: what cannot be settled is not handed out', async () => {
    const failed = {
      ...settledResult,
      success: false,
      errorReason: 'gone',
      transaction: '' as const,
    }
    const { ask } = open({}, { settle: async () => failed })
    const payment = await signPaymentFor(required, key)
    const answer = await ask(payment)
    expect([answer.status, await answer.text()]).toEqual([402, '{"error":"gone"}'])
    expect(read(answer, 'payment-response')).toEqual(failed)
    expect((await ask(payment)).status).toBe(402)
  })

  test('behavior: a facilitator that cannot be reached', async () => {
    const gone = () => Promise.reject(new Error('gone'))
    const payment = await signPaymentFor(required, key)
    expect((await open({}, { verify: gone }).ask(payment)).status).toBe(502)
    const { ask } = open({}, { settle: gone })
    const answer = await ask(payment)
    expect([answer.status, await answer.text()]).not.toContain('sunny')
    expect(answer.status).toBe(502)
  })

  test('parameters: claims', async () => {
    const claims = { take: async () => false, release: () => {} }
    const { ask, calls } = open({ claims })
    expect((await ask(await signPaymentFor(required, key))).status).toBe(402)
    expect(calls).toEqual([])
  })
})

import { serve } from '@hono/node-server'
import { watchTransaction } from '@latchkey/core'
import { x402Facilitator } from '@x402/core/facilitator'
import { decodePaymentSignatureHeader, encodePaymentResponseHeader } from '@x402/core/http'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme as PayerScheme, toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme as registerSettler } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { paymentMiddleware } from '@x402/hono'
import { Hono } from 'hono'
import { type Chain, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil, baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, payer, type RealWorld, settlerKey, shop, startRealWorld } from '../test/real-world.ts'
import type { Payment } from './contract.ts'
import { createX402Fetch } from './create-x402-fetch.ts'
import { paymentOf } from './payment-of.ts'
import { connectFacilitator } from './server/connect-facilitator.ts'
import { createFacilitator, type OwnFacilitator } from './server/create-facilitator.ts'
import { createPaywall } from './server/create-paywall.ts'

// In these tests the protocol's published packages check our client and server, and ours check
// theirs, on a real chain and over HTTP. So the tests do not depend on our own reading of the
// protocol.

const run = {} as {
  world: RealWorld
  own: OwnFacilitator
  published: x402Facilitator
  stops: (() => Promise<void>)[]
}
beforeAll(async () => {
  run.stops = []
  run.world = await startRealWorld()
  const { url } = run.world.devnet
  run.own = createFacilitator({ rpc: { 'eip155:31337': url }, key: settlerKey })
  run.published = publishedFacilitator(url)
})
afterAll(async () => {
  for (const stop of run.stops ?? []) {
    await stop()
  }
  await run.world?.devnet.stop()
})

/** The published facilitator, which settles from an account of the devnet. */
function publishedFacilitator(url: string, chain: Chain = anvil): x402Facilitator {
  const account = privateKeyToAccount(settlerKey)
  const client = createWalletClient({
    account,
    chain,
    transport: http(url),
    pollingInterval: 50,
  }).extend(publicActions)
  const signer = toFacilitatorEvmSigner({ ...client, address: account.address } as never)
  return registerSettler(new x402Facilitator(), { signer, networks: 'eip155:31337' })
}

/** Serves on 127.0.0.1 until the tests end; resolves to the URL. */
function listen(answer: (request: Request) => Response | Promise<Response>): Promise<string> {
  return new Promise((resolve) => {
    const options = { fetch: answer, port: 0, hostname: '127.0.0.1' }
    const server = serve(options, ({ port }) => resolve(`http://127.0.0.1:${port}`))
    run.stops.push(() => new Promise((done) => server.close(() => done())))
  })
}

/** A shop that sells with the published server package. */
function publishedShop(facilitator: ConstructorParameters<typeof x402ResourceServer>[0]) {
  const { token, chain } = run.world
  const app = new Hono()
  const server = new x402ResourceServer(facilitator).register('eip155:*', new ExactEvmScheme())
  const price = { amount: '10000', asset: token.address, extra: { ...token.domain } }
  const accepts = {
    scheme: 'exact',
    network: chain as `${string}:${string}`,
    payTo: shop.address,
    price,
  }
  const routes = { 'GET /report': { accepts, description: 'News', mimeType: 'text/plain' } }
  app.use(paymentMiddleware(routes, server))
  app.get('/report', (context) => context.text('sunny'))
  return app
}

/** A shop that sells with our paywall. */
function ownShop(facilitator: createPaywall.Options['facilitator']) {
  const { token, asset } = run.world
  const paywall = createPaywall({
    payTo: shop.address,
    price: 10_000n,
    asset,
    domain: token.domain,
    facilitator,
    description: 'News',
  })
  const app = new Hono()
  app.get('/report', (context) => paywall(context.req.raw, () => context.text('sunny')))
  return app
}

const balances = () => Promise.all([ada, shop].map(({ address }) => run.world.balanceOf(address)))
/** Runs `act`, and returns what ada lost and what the shop gained, in base units. */
async function moved(act: () => Promise<void>): Promise<readonly bigint[]> {
  const [from = 0n, to = 0n] = await balances()
  await act()
  const [fromNow = 0n, toNow = 0n] = await balances()
  return [from - fromNow, toNow - to]
}
const receiptOf = async (hash: string | undefined) =>
  run.world.client.getTransactionReceipt({ hash: hash as `0x${string}` })

/** Pays with our fetch, as a page does, and checks what the page sees. */
async function payAsPage(url: string, chain = 31337): Promise<void> {
  const { token, openKit } = run.world
  const { kit, close } = await openKit(chain)
  const asset = `eip155:${chain}/erc20:${token.address}` as const
  const shown: Payment[] = []
  try {
    const fetchPaid = createX402Fetch(kit, {
      limit: { [asset]: { perRequest: 10_000n, total: 10_000n } },
      ask: (payment) => shown.push(payment) > 0,
    })
    const response = await fetchPaid(`${url}/report`)
    expect([response.status, await response.text()]).toEqual([200, 'sunny'])
    expect(shown).toMatchObject([
      {
        amount: 10_000n,
        symbol: 'PAY',
        decimals: 6,
        description: 'News',
        resource: `${url}/report`,
      },
    ])
    const paid = paymentOf(response)
    expect(paid).toMatchObject({ success: true, chain: `eip155:${chain}`, payer: ada.address })
    expect((await receiptOf(paid?.transaction)).status).toBe('success')
    const [listed] = Object.values(kit.getState().transactions)
    if (!listed) throw new Error('the payment is not listed')
    expect(listed.description).toMatch(/^Paid 0.01 PAY to 127\.0\.0\.1:\d+$/)
    expect((await watchTransaction(kit, { id: listed.id })).status).toBe('confirmed')
  } finally {
    close()
  }
}

/** Pays with the published client. */
async function payAsPublished(url: string): Promise<Response> {
  const client = x402Client.fromConfig({
    schemes: [{ network: 'eip155:31337', client: new PayerScheme(payer) }],
    // With its own controls, the published client pays only with well-known tokens.
    spendControls: false,
  })
  return wrapFetchWithPayment(fetch, client)(`${url}/report`)
}

describe('createX402Fetch', () => {
  test('default: the published server and facilitator take its payment', async () => {
    const facilitator = {
      verify: (...all: Parameters<x402Facilitator['verify']>) => run.published.verify(...all),
      settle: (...all: Parameters<x402Facilitator['settle']>) => run.published.settle(...all),
      getSupported: async () => run.published.getSupported(),
    }
    const url = await listen(publishedShop(facilitator as never).fetch)
    expect(await moved(() => payAsPage(url))).toEqual([10_000n, 10_000n])
  })

  test('behavior: the published server with our facilitator by HTTP takes it, too', async () => {
    const facilitatorUrl = await listen(run.own.fetch)
    const client = new HTTPFacilitatorClient({ url: facilitatorUrl })
    const url = await listen(publishedShop(client).fetch)
    expect(await moved(() => payAsPage(url))).toEqual([10_000n, 10_000n])
  })

  test('behavior: our paywall takes it', async () => {
    const url = await listen(ownShop(run.own).fetch)
    expect(await moved(() => payAsPage(url))).toEqual([10_000n, 10_000n])
  })
})

/**
 * A shop that sells by version 1 of the protocol, with the published facilitator of that version.
 */
function oldShop(network: string) {
  const { token } = run.world
  const requirements = {
    scheme: 'exact',
    network,
    maxAmountRequired: '10000',
    resource: 'http://shop.example/report',
    description: 'News',
    mimeType: 'text/plain',
    payTo: shop.address,
    maxTimeoutSeconds: 60,
    asset: token.address,
    extra: { ...token.domain },
  }
  const app = new Hono()
  app.get('/report', async (context) => {
    const header = context.req.header('x-payment')
    if (!header) return context.json({ x402Version: 1, error: '', accepts: [requirements] }, 402)
    const payment = decodePaymentSignatureHeader(header) as never
    const verdict = await run.published.verify(payment, requirements as never)
    if (!verdict.isValid) return context.json({ error: verdict.invalidReason }, 402)
    const settled = await run.published.settle(payment, requirements as never)
    context.header('X-PAYMENT-RESPONSE', encodePaymentResponseHeader(settled))
    return context.text('sunny')
  })
  return app
}

describe('createX402Fetch in version 1', () => {
  test('default: the published facilitator of that version takes its payment', async () => {
    // Version 1 has names only for some networks, and none for the devnet. So the devnet takes the
    // chain number of one that has a name.
    const { client, devnet } = run.world
    const rename = (chain: number) =>
      client.request({ method: 'anvil_setChainId', params: [chain] } as never)
    await rename(84_532)
    try {
      run.published = publishedFacilitator(devnet.url, baseSepolia)
      const url = await listen(oldShop('base-sepolia').fetch)
      expect(await moved(() => payAsPage(url, 84_532))).toEqual([10_000n, 10_000n])
    } finally {
      await rename(31_337)
      run.published = publishedFacilitator(devnet.url)
    }
  })
})

describe('createPaywall', () => {
  test('default: the published client pays it', async () => {
    const url = await listen(ownShop(run.own).fetch)
    const change = await moved(async () => {
      const response = await payAsPublished(url)
      expect([response.status, await response.text()]).toEqual([200, 'sunny'])
      const receipt = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')
      expect(receipt).toMatchObject({
        success: true,
        network: 'eip155:31337',
        payer: ada.address,
      })
      expect((await receiptOf(receipt.transaction)).status).toBe('success')
    })
    expect(change).toEqual([10_000n, 10_000n])
  })

  test('behavior: a replayed header of the published client buys nothing', async () => {
    const requests: Request[] = []
    const app = ownShop(run.own)
    const url = await listen((request) => {
      requests.push(request.clone())
      return app.fetch(request)
    })
    await payAsPublished(url)
    const header = requests.at(-1)?.headers.get('payment-signature') ?? ''
    const change = await moved(async () => {
      const again = await fetch(`${url}/report`, { headers: { 'PAYMENT-SIGNATURE': header } })
      expect(again.status).toBe(402)
      // Another server of the same shop has not seen this payment, but on the chain its nonce is
      // used.
      const other = await listen(ownShop(run.own).fetch)
      const elsewhere = await fetch(`${other}/report`, { headers: { 'PAYMENT-SIGNATURE': header } })
      expect([elsewhere.status, await elsewhere.json()]).toEqual([
        402,
        { error: 'invalid_exact_evm_nonce_already_used' },
      ])
    })
    expect(change).toEqual([0n, 0n])
  })

  test('parameters: facilitator: the published one, and our own by HTTP', async () => {
    const published = run.published
    const app = new Hono()
    app.get('/supported', (context) => context.json(published.getSupported()))
    app.post('/verify', async (context) => {
      const { paymentPayload, paymentRequirements } = await context.req.json()
      return context.json(await published.verify(paymentPayload, paymentRequirements))
    })
    app.post('/settle', async (context) => {
      const { paymentPayload, paymentRequirements } = await context.req.json()
      return context.json(await published.settle(paymentPayload, paymentRequirements))
    })
    for (const server of [app.fetch, run.own.fetch]) {
      const facilitator = connectFacilitator(await listen(server))
      expect((await facilitator.supported()).kinds).toContainEqual({
        x402Version: 2,
        scheme: 'exact',
        network: 'eip155:31337',
      })
      const url = await listen(ownShop(facilitator).fetch)
      const change = await moved(async () => {
        expect((await payAsPublished(url)).status).toBe(200)
      })
      expect(change).toEqual([10_000n, 10_000n])
    }
  })
})

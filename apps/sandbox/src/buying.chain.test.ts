import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { isOnrampQuoteAnswer, isOrderAnswer } from '@latchkey/protocol'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from './server/start-sandbox.ts'

const chain = 'eip155:31337'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-onramp-'))
const made: { devnet?: EvmDevnet; sandbox?: RunningSandbox; gateway?: RunningGateway } = {}

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const sandbox = await startSandbox({ port: 0, rpc: devnet.url, folder: join(folder, 'sandbox') })
  Object.assign(made, { devnet, sandbox })
  const seller = {
    sandbox: { url: sandbox.url.replace('localhost', '127.0.0.1'), chains: [chain] },
  }
  const chains = [devnetChain(devnet.url)]
  const config = {
    chains,
    tokens: devnetTokens,
    projects: [{ id: 'demo' }],
    onramp: seller,
    exchanges: seller,
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify({ ...config, logLevel: 'silent' }))
  made.gateway = await startGateway({ dataDir: folder, port: 0, env: {} })
})
afterAll(async () => {
  await made.gateway?.stop()
  await made.sandbox?.stop()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, body?: object) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(`${made.gateway?.url}${path}?projectId=demo`, init)
  return { status: response.status, json: (await response.json()) as Record<string, string> }
}
/** What the visitor does on the seller's page. */
const visit = (page: string, verb: string, body: object) => {
  const id = page.slice(page.lastIndexOf('/') + 1)
  const at = made.sandbox?.url.replace('localhost', '127.0.0.1')
  return fetch(`${at}/page/${id}/${verb}`, { method: 'POST', body: JSON.stringify(body) })
}
const balanceOf = (address: `0x${string}`) =>
  createPublicClient({ transport: http(made.devnet?.url) }).getBalance({ address })
const card = (number: string) => ({ number, expiry: '12 / 34', code: '123' })
const wish = {
  provider: 'sandbox',
  chainId: chain,
  purchaseCurrency: 'ETH',
  paymentCurrency: 'USD',
  amount: '100',
}

async function order() {
  const wallet = privateKeyToAddress(generatePrivateKey())
  const { json } = await ask('/v1/generators/onrampurl', {
    ...wish,
    destinationWallets: [{ address: wallet }],
  })
  return { wallet, url: json.url ?? '', id: json.orderId ?? '' }
}
const statusOf = async (id: string) => (await ask(`/v1/onramp/orders/${id}`)).json.status

describe('buying through the gateway', () => {
  test('default: what was offered is what arrives', async () => {
    const { json: quote } = await ask('/v1/onramp/quote', wish)
    if (!isOnrampQuoteAnswer(quote)) throw new Error(JSON.stringify(quote))
    expect(quote.isEstimate ?? false).toBe(false)
    const { wallet, url, id } = await order()
    expect(id).toMatch(/^sandbox\.[\da-f]{32}$/)
    expect(await statusOf(id)).toBe('created')
    await visit(url, 'pay', card('4242424242424242'))
    await expect.poll(() => statusOf(id)).toBe('done')
    const { json } = await ask(`/v1/onramp/orders/${id}`)
    expect(isOrderAnswer(json) && json.purchaseAmount).toEqual(quote.purchaseAmount)
    const [whole = '', fraction = ''] = quote.purchaseAmount.amount.split('.')
    expect(await balanceOf(wallet)).toBe(BigInt(whole + fraction.padEnd(18, '0')))
  })

  test('behavior: declined and called off bring nothing; nobody else’s order is told of', async () => {
    const [declined, off] = [await order(), await order()]
    await visit(declined.url, 'pay', card('4000000000000002'))
    await visit(off.url, 'cancel', {})
    expect([await statusOf(declined.id), await statusOf(off.id)]).toEqual(['declined', 'abandoned'])
    expect([await balanceOf(declined.wallet), await balanceOf(off.wallet)]).toEqual([0n, 0n])
    expect((await ask(`/v1/onramp/orders/sandbox.${'0'.repeat(32)}`)).status).toBe(404)
    expect((await ask('/v1/onramp/quote', { ...wish, amount: '7500.01' })).status).toBe(400)
  })

  test('behavior: a deposit from the exchange', async () => {
    const address = privateKeyToAddress(generatePrivateKey())
    const rpc = async (method: string, params: object) => {
      const { json } = await ask('/v1/json-rpc', { jsonrpc: '2.0', id: 1, method, params })
      return json.result as unknown as Record<string, string>
    }
    const asset = `${chain}/slip44:60`
    expect(await rpc('reown_getExchanges', { asset })).toMatchObject({
      exchanges: [{ id: 'sandbox', isSandbox: true }],
    })
    const pay = {
      exchangeId: 'sandbox',
      asset,
      amount: '0.000000000000000001',
      recipient: `${chain}:${address}`,
    }
    const { url = '', sessionId } = await rpc('reown_getExchangePayUrl', pay)
    const status = async () =>
      (await rpc('reown_getExchangeBuyStatus', { exchangeId: 'sandbox', sessionId })).status
    await visit(url, 'log-in', { name: 'tess', password: 'sandbox' })
    expect(await status()).toBe('IN_PROGRESS')
    await visit(url, 'withdraw', {})
    await expect.poll(status).toBe('SUCCESS')
    expect(await balanceOf(address)).toBe(1n)
  })

  test('behavior: with the sandbox gone nothing is offered', async () => {
    await made.sandbox?.stop()
    delete made.sandbox
    expect((await ask('/v1/onramp/quote', wish)).status).toBe(503)
    expect(
      (
        await ask('/v1/generators/onrampurl', {
          ...wish,
          destinationWallets: [{ address: privateKeyToAddress(generatePrivateKey()) }],
        })
      ).status,
    ).toBe(503)
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import type { PaymentOrder } from '@latchkey/protocol'
import type { Page } from 'playwright-core'
import { createPublicClient, createTestClient, erc20Abi, type Hex, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const chain = 'eip155:31337'
const merchant = accounts[9].address
const token = 'lko_test_0123456789abcdefghijklmnop'
const usdc = `${chain}/erc20:${addresses.usdc}`

describe('paying an order of the gateway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pay-'))
  let theatre: Theatre
  let devnet: EvmDevnet
  let gateway: RunningGateway
  let secret: string
  let page: Page
  let complaints: string[]
  const node = () => http(devnet.url, { retryCount: 0 })
  const mine = (blocks: number) =>
    createTestClient({ mode: 'anvil', transport: node() }).mine({ blocks })
  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
  const heading = (name: string) => dialog().getByRole('heading', { name, exact: true }).waitFor()
  const received = () =>
    createPublicClient({ transport: node() }).readContract({
      abi: erc20Abi,
      address: addresses.usdc,
      functionName: 'balanceOf',
      args: [merchant],
    })
  /** Sends a request of the shop's server or of the operator to the gateway. */
  async function ask(
    method: string,
    path: string,
    bearer: string,
    body?: object,
  ): Promise<unknown> {
    const response = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${bearer}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const makeOrder = (amount: bigint, more: object = {}) =>
    ask('POST', '/v1/orders', secret, {
      accepts: [{ asset: usdc, to: merchant, amount: `${amount}` }],
      title: 'Two tickets for the boat',
      ...more,
    }) as Promise<PaymentOrder>
  const readOrder = (id: string) => ask('GET', `/v1/orders/${id}`, secret) as Promise<PaymentOrder>

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
    const router = { factory: addresses.factory, router: addresses.router, wrapped: addresses.weth }
    writeFileSync(
      join(folder, 'latchkey.json'),
      JSON.stringify({
        chains: [devnetChain(devnet.url)],
        tokens: devnetTokens,
        swap: { routers: [{ chain, ...router }] },
        projects: [{ id: 'demo', analytics: false }],
        rateLimit: { capacity: 10_000, refillPerSecond: 10_000 },
        orders: { confirmations: { [chain]: 2 }, pollMs: 100 },
      }),
    )
    gateway = await startGateway({
      dataDir: folder,
      port: 0,
      env: { LATCHKEY_GATEWAY_LOG: 'silent', LATCHKEY_OPERATOR_TOKEN: token },
    })
    const made = await ask('POST', '/operator/v1/projects/demo/secrets', token, { label: 'shop' })
    secret = (made as { secret: string }).secret
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), gateway?.stop()])
    await devnet?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    ;({ page, complaints } = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      modal: { lang: 'en', tokens: devnetTokens },
      kit: {
        gateway: { url: gateway.url, project: 'demo' },
        swaps: { routers: { [chain]: [addresses.router] } },
      },
    }))
    page.setDefaultTimeout(stepTimeout)
    await page.evaluate(() => window.stage.connect())
  })
  afterEach(async () => {
    await page.context().close()
    expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  })

  const start = (order: string) =>
    page.evaluate((id) => {
      const told = window as { paid?: Promise<unknown> }
      told.paid = window.stage.pay({ order: id })
    }, order)
  const outcome = () =>
    page.evaluate(() => (window as { paid?: Promise<unknown> }).paid as Promise<never>)
  const ready = () => dialog().getByText('At most').waitFor()

  test('default: the shop makes an order, the visitor pays it, and both hear that it is settled', async () => {
    const before = await received()
    const order = await makeOrder(19_900_000n, { reference: 'A-1' })
    await start(order.id)
    await ready()
    await button('Pay now').click()
    await heading('Paying')
    await dialog().getByText('1 of 2').waitFor()
    await mine(1)
    await heading('Paid')
    const receipt = (await outcome()) as { readonly state: string; readonly hash: Hex }
    expect(receipt).toMatchObject({ state: 'settled', amount: 19_900_000n })
    const seen = await readOrder(order.id)
    expect(seen).toMatchObject({ state: 'settled', reference: 'A-1' })
    expect(seen.payment).toMatchObject({ hash: receipt.hash, from: accounts[0].address })
    expect((await received()) - before).toBe(19_900_000n)
  })

  test('behavior: a payment whose page tells nothing is found by its mark', async () => {
    const order = await makeOrder(5_000_000n)
    await page.route('**/v1/orders/*/payments', (route) => route.abort())
    await start(order.id)
    await ready()
    await button('Pay now').click()
    await heading('Paying')
    await page.close()
    await expect
      .poll(async () => (await readOrder(order.id)).state, { timeout: 20_000 })
      .toBe('sent')
  })

  test('behavior: who has too little swaps first, comes back, and pays', async () => {
    const held = await createPublicClient({ transport: node() }).readContract({
      abi: erc20Abi,
      address: addresses.usdc,
      functionName: 'balanceOf',
      args: [accounts[0].address],
    })
    const order = await makeOrder(held + 40_000_000n)
    await start(order.id)
    await heading('Pay')
    await button('Swap ETH first').click()
    await heading('Swap')
    expect(await dialog().getByRole('textbox', { name: 'You receive' }).inputValue()).toBe('40')
    await dialog()
      .getByText(/^1 ETH = /)
      .waitFor()
    await button('Review').click()
    await heading('Review swap')
    await button('Swap now').click()
    await heading('Swapped')
    await button('Done').click()
    await heading('Pay')
    await ready()
    await button('Pay now').click()
    await heading('Paying')
    await mine(1)
    await heading('Paid')
    expect(await outcome()).toMatchObject({ state: 'settled', amount: held + 40_000_000n })
  })
})

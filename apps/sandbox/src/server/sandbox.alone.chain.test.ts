import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addresses, type EvmDevnet, mnemonic, receiptOf, startEvmDevnet } from '@latchkey/devnet'
import {
  isExchangeUrlResult,
  isOnrampOptions,
  isOnrampQuoteAnswer,
  isOrderAnswer,
} from '@latchkey/protocol'
import { createWalletClient, erc20Abi, getAddress, http, keccak256, publicActions } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { faucetIndex } from './deliver.ts'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'

const chain = 'eip155:31337'
const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', code: '123' }
const folder = mkdtempSync(join(tmpdir(), 'latchkey-sandbox-'))
const made = {} as { devnet: EvmDevnet }
const running: RunningSandbox[] = []
const counts = { folders: 0 }

beforeAll(async () => {
  made.devnet = await startEvmDevnet()
})
afterEach(async () => {
  for (const one of running.splice(0)) {
    await one.stop()
  }
})
afterAll(async () => {
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const client = () => {
  const account = mnemonicToAccount(mnemonic, { addressIndex: faucetIndex })
  return createWalletClient({ account, chain: foundry, transport: http(made.devnet.url) }).extend(
    publicActions,
  )
}
const nobody = () => privateKeyToAddress(generatePrivateKey())
const newFolder = () => join(folder, String(counts.folders++))

async function start(more: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    rpc: made.devnet.url,
    folder: newFolder(),
    ...more,
  })
  running.push(sandbox)
  const at = sandbox.url.replace('localhost', '127.0.0.1')
  const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const post = { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${at}${path}`, { ...(body && post), headers })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  return {
    sandbox,
    call,
    async order(more: object = {}) {
      const wish = {
        purchaseCurrency: 'ETH',
        chain,
        paymentCurrency: 'USD',
        amount: '100',
        wallet: nobody(),
        ...more,
      }
      const { status, json } = await call('/api/orders', wish)
      expect(status).toBe(200)
      const id = String(json.orderId)
      expect(json.url).toBe(`${sandbox.url}/pay/${id}`)
      return { id, wallet: wish.wallet }
    },
    async read(id: string) {
      const { json } = await call(`/api/orders/${id}`)
      if (!isOrderAnswer(json)) throw new Error(JSON.stringify(json))
      return json
    },
    until(id: string, status: string) {
      return expect
        .poll(async () => (await call(`/api/orders/${id}`)).json.status, { interval: 50 })
        .toBe(status)
    },
  }
}

const stop = async (one: RunningSandbox) => {
  running.splice(running.indexOf(one), 1)
  await one.stop()
}

describe('sandbox', () => {
  test('default: what is paid arrives, to the last unit of the offer', async () => {
    const { call, order, read, until } = await start()
    expect(isOnrampOptions((await call('/api/options')).json)).toBe(true)
    for (const [symbol, decimals, read_] of [
      ['ETH', 18, (address: `0x${string}`) => client().getBalance({ address })],
      ['USDC', 6, balanceOf(addresses.usdc)],
      ['LATCH', 18, balanceOf(addresses.latch)],
    ] as const) {
      const wish = { purchaseCurrency: symbol, chain, paymentCurrency: 'EUR', amount: '123.45' }
      const { json: quote } = await call('/api/quote', wish)
      if (!isOnrampQuoteAnswer(quote)) throw new Error(JSON.stringify(quote))
      const { id, wallet } = await order(wish)
      expect(await read(id)).toMatchObject({
        status: 'created',
        purchaseAmount: quote.purchaseAmount,
      })
      expect((await call(`/page/${id}`)).json).toMatchObject({ status: 'paying' })
      expect((await call(`/page/${id}/pay`, good)).status).toBe(200)
      await until(id, 'done')
      const { hash, paymentTotal } = await read(id)
      const receipt = await client().getTransactionReceipt({ hash: hash as `0x${string}` })
      expect([receipt.status, paymentTotal]).toEqual([
        'success',
        { amount: '123.45', currency: 'EUR' },
      ])
      const [whole = '', fraction = ''] = quote.purchaseAmount.amount.split('.')
      expect(await read_(wallet)).toBe(BigInt(whole + fraction.padEnd(decimals, '0')))
    }
  })

  test('behavior: declined, cancelled and refused pay nothing', async () => {
    const { call, order, read } = await start()
    const declined = await order()
    await call(`/page/${declined.id}/pay`, { ...good, number: '4000 0000 0000 0002' })
    const cancelled = await order()
    await call(`/page/${cancelled.id}/cancel`, {})
    const real = await order()
    const answer = await call(`/page/${real.id}/pay`, { ...good, number: '4111 1111 1111 1111' })
    expect([answer.status, answer.json.field]).toEqual([400, 'number'])
    expect((await call(`/page/${real.id}/pay`, { ...good, expiry: '01 / 20' })).json.field).toBe(
      'expiry',
    )
    expect((await call(`/page/${real.id}/pay`, { ...good, code: '' })).json.field).toBe('code')
    // What is over stays over.
    for (const { id } of [declined, cancelled]) {
      await call(`/page/${id}/pay`, good)
    }
    const statuses = await Promise.all(
      [declined, cancelled, real].map(async ({ id }) => (await read(id)).status),
    )
    expect(statuses).toEqual(['declined', 'abandoned', 'created'])
    for (const { wallet } of [declined, cancelled, real]) {
      expect(await client().getBalance({ address: wallet })).toBe(0n)
    }
  })

  test('behavior: a confirmation in between, yes and no', async () => {
    const { call, order, until } = await start()
    const [yes, no] = [await order(), await order()]
    for (const { id } of [yes, no]) {
      const asked = await call(`/page/${id}/pay`, { ...good, number: '4000 0025 0000 3155' })
      expect(asked.json).toMatchObject({ status: 'paying', isConfirming: true })
    }
    await call(`/page/${no.id}/answer`, { isYes: false })
    await call(`/page/${yes.id}/answer`, { isYes: true })
    await until(no.id, 'declined')
    await until(yes.id, 'done')
    const plain = await order()
    await call(`/page/${plain.id}/answer`, { isYes: true })
    await until(plain.id, 'created')
  })

  test('behavior: a slow card is pending, also over a restart; who leaves has abandoned', async () => {
    const slow = { folder: newFolder(), slowMs: 1_500, abandonMs: 700 }
    const first = await start(slow)
    const { id, wallet } = await first.order()
    const left = await first.order()
    await first.call(`/page/${id}/pay`, { ...good, number: '4000 0000 0000 0077' })
    expect((await first.read(id)).status).toBe('pending')
    await stop(first.sandbox)
    const second = await start(slow)
    expect((await second.read(id)).status).toBe('pending')
    await second.until(id, 'done')
    await second.until(left.id, 'abandoned')
    expect(await client().getBalance({ address: wallet })).toBeGreaterThan(0n)
  })

  test('behavior: a double click and a replayed request deliver once', async () => {
    const { call, order, until, read } = await start()
    const { id, wallet } = await order()
    await Promise.all(Array.from({ length: 10 }, () => call(`/page/${id}/pay`, good)))
    await until(id, 'done')
    const once = await client().getBalance({ address: wallet })
    const before = await client().getTransactionCount({ address: client().account.address })
    for (const verb of ['pay', 'cancel', 'answer']) {
      await call(`/page/${id}/${verb}`, verb === 'pay' ? good : { isYes: false })
    }
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect((await read(id)).status).toBe('done')
    expect(await client().getBalance({ address: wallet })).toBe(once)
    expect(await client().getTransactionCount({ address: client().account.address })).toBe(before)
  })

  test.each(['written down, not sent', 'sent, not noted'] as const)(
    'behavior: a crash between payment and delivery (%s) delivers once',
    async (moment) => {
      const own = newFolder()
      // The process "dies" here: nothing after what is on the disk ever happens.
      const dead = new Promise<never>(() => undefined)
      const reached: { signed?: { raw: `0x${string}`; hash: `0x${string}` } } = {}
      const first = await startSandbox({
        port: 0,
        rpc: made.devnet.url,
        folder: own,
        hold: (order) => {
          if (order.signed) reached.signed = order.signed
          return dead
        },
      })
      const at = first.url.replace('localhost', '127.0.0.1')
      const wallet = nobody()
      const wish = { purchaseCurrency: 'ETH', chain, paymentCurrency: 'USD', amount: '250', wallet }
      const { orderId: id } = (await (
        await fetch(`${at}/api/orders`, { method: 'POST', body: JSON.stringify(wish) })
      ).json()) as { orderId: string }
      await fetch(`${at}/page/${id}/pay`, { method: 'POST', body: JSON.stringify(good) })
      await expect.poll(() => reached.signed !== undefined, { interval: 20 }).toBe(true)
      const signed = reached.signed as { raw: `0x${string}`; hash: `0x${string}` }
      if (moment === 'sent, not noted')
        await client().sendRawTransaction({ serializedTransaction: signed.raw })
      else expect(await client().getBalance({ address: wallet })).toBe(0n)
      // Half a line of the journal, as a crash in the middle of a write leaves it, and a lock
      // nobody holds.
      appendFileSync(join(own, 'orders.jsonl'), '{"id":"x","at":1,"ev')
      rmSync(join(own, 'lock'))
      const second = await start({ folder: own })
      await second.until(id, 'done')
      const { hash } = await second.read(id)
      expect(hash).toBe(signed.hash)
      const { purchaseAmount } = await second.read(id)
      const [whole = '', fraction = ''] = (purchaseAmount?.amount ?? '').split('.')
      expect(await client().getBalance({ address: wallet })).toBe(
        BigInt(whole + fraction.padEnd(18, '0')),
      )
      const lines = readFileSync(join(own, 'orders.jsonl'), 'utf8').trim().split('\n')
      expect(lines.filter((line) => line.includes('"signed"'))).toHaveLength(1)
    },
  )

  test('behavior: killed again and again in the middle of it, every order is delivered once', async () => {
    const own = newFolder()
    const port = await freePort()
    const at = `http://127.0.0.1:${port}`
    const cli = join(import.meta.dirname, 'cli.ts')
    const env = {
      ...process.env,
      LATCHKEY_SANDBOX_PORT: String(port),
      LATCHKEY_EVM_PORT: new URL(made.devnet.url).port,
      LATCHKEY_SANDBOX_DATA: own,
    }
    const isUp = () =>
      fetch(`${at}/api/options`).then(
        ({ ok }) => ok,
        () => false,
      )
    const begin = async () => {
      const child = spawn(
        process.execPath,
        ['--conditions=latchkey-source', '--import', 'tsx', cli],
        { env },
      )
      const said: unknown[] = []
      child.stderr.on('data', (chunk) => said.push(String(chunk)))
      const state = async () => (child.exitCode === null ? isUp() : said.join(''))
      await expect.poll(state, { interval: 50, timeout: 20_000 }).toBe(true)
      return child
    }
    const post = async (path: string, body: object) =>
      (await (
        await fetch(`${at}${path}`, { method: 'POST', body: JSON.stringify(body) })
      ).json()) as {
        orderId: string
      }
    let child = await begin()
    try {
      const orders = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const wallet = nobody()
          const wish = {
            purchaseCurrency: 'ETH',
            chain,
            paymentCurrency: 'USD',
            amount: '50',
            wallet,
          }
          return { wallet, id: (await post('/api/orders', wish)).orderId }
        }),
      )
      await Promise.all(orders.map(({ id }) => post(`/page/${id}/pay`, good)))
      for (const afterMs of [0, 120, 260]) {
        await new Promise((resolve) => setTimeout(resolve, afterMs))
        child.kill('SIGKILL')
        await once(child, 'close')
        child = await begin()
      }
      const statusOf = async ({ id }: { id: string }) =>
        ((await (await fetch(`${at}/api/orders/${id}`)).json()) as { status: string }).status
      await expect
        .poll(() => Promise.all(orders.map(statusOf)), { interval: 100, timeout: 20_000 })
        .toEqual(orders.map(() => 'done'))
      const held = await Promise.all(
        orders.map(({ wallet }) => client().getBalance({ address: wallet })),
      )
      expect(held).toEqual(orders.map(() => 19_600_000_000_000_000n))
    } finally {
      child.kill('SIGKILL')
    }
  }, 120_000)

  test('behavior: a nonce that somebody else used is given up, and the coins arrive once', async () => {
    const own = newFolder()
    const reached: { count: number } = { count: 0 }
    const { order, call, until } = await start({
      folder: own,
      async hold() {
        if (reached.count++ > 0) return
        const hash = await client().sendTransaction({ to: nobody(), value: 1n })
        await receiptOf(made.devnet.url, hash)
      },
    })
    const { id, wallet } = await order({ amount: '50' })
    await call(`/page/${id}/pay`, good)
    await until(id, 'done')
    expect(reached.count).toBe(2)
    expect(await client().getBalance({ address: wallet })).toBe(19_600_000_000_000_000n)
  })

  test('behavior: a transaction of a chain that began anew is given up, never sent beside another', async () => {
    const own = newFolder()
    const first = await start({ folder: own })
    const { id, wallet } = await first.order({ amount: '50' })
    await stop(first.sandbox)
    const { account } = client()
    const nonce = (await client().getTransactionCount({ address: account.address })) + 3
    const request = await client().prepareTransactionRequest({ to: wallet, value: 1n, nonce })
    const raw = await client().signTransaction(request as never)
    const line = (event: object) => `${JSON.stringify({ id, at: Date.now(), event })}\n`
    const signed = { raw, hash: keccak256(raw), nonce }
    appendFileSync(
      join(own, 'orders.jsonl'),
      line({ type: 'paid' }) + line({ type: 'signed', signed }),
    )
    const second = await start({ folder: own })
    await second.until(id, 'done')
    expect((await second.read(id)).hash).not.toBe(signed.hash)
    expect(
      await client()
        .getTransaction({ hash: signed.hash })
        .catch(() => 'none'),
    ).toBe('none')
    expect(await client().getBalance({ address: wallet })).toBe(19_600_000_000_000_000n)
  })

  test('behavior: a node that is away is waited for; a receiver that takes nothing is said', async () => {
    const { order, call, read } = await start({ rpc: 'http://127.0.0.1:1' })
    const waiting = await order()
    await call(`/page/${waiting.id}/pay`, good)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await read(waiting.id)).status).toBe('delivering')
    const other = await start()
    const refused = await other.order({ wallet: addresses.multicall3, purchaseCurrency: 'ETH' })
    await other.call(`/page/${refused.id}/pay`, good)
    await other.until(refused.id, 'failed')
    const next = await other.order()
    await other.call(`/page/${next.id}/pay`, good)
    await other.until(next.id, 'done')
  })

  test('behavior: the exchange wants its test user and a yes', async () => {
    const { call } = await start()
    const recipient = nobody()
    const wish = {
      asset: `${chain}/slip44:60`,
      amount: '0.123456789012345678',
      recipient: `${chain}:${recipient}`,
    }
    const { json } = await call('/api/deposits', wish)
    if (!isExchangeUrlResult(json)) throw new Error(JSON.stringify(json))
    const id = json.sessionId
    const statusOf = async () => (await call(`/api/deposits/${id}`)).json
    expect(await statusOf()).toEqual({ status: 'IN_PROGRESS' })
    expect((await call(`/page/${id}/withdraw`, {})).status).toBe(400)
    expect((await call(`/page/${id}/log-in`, { name: 'tess', password: 'no' })).json.field).toBe(
      'password',
    )
    await call(`/page/${id}/log-in`, { name: 'tess', password: 'sandbox' })
    await Promise.all([call(`/page/${id}/withdraw`, {}), call(`/page/${id}/withdraw`, {})])
    await expect.poll(async () => (await statusOf()).status, { interval: 50 }).toBe('SUCCESS')
    expect((await statusOf()).txHash).toMatch(/^0x[\da-f]{64}$/)
    expect(await client().getBalance({ address: recipient })).toBe(123_456_789_012_345_678n)
    // An order is no deposit, and a deposit no order.
    expect((await call(`/api/orders/${id}`)).status).toBe(404)
    for (const bad of [
      { ...wish, amount: '0.1234567890123456789' },
      { ...wish, amount: '0' },
      { ...wish, amount: '1000001' },
      { ...wish, asset: 'eip155:1/slip44:60' },
      { ...wish, recipient: `eip155:1:${recipient}` },
      { ...wish, recipient: `${chain}:0x${'0'.repeat(40)}` },
    ]) {
      expect((await call('/api/deposits', bad)).status).toBe(400)
    }
  })

  test('behavior: pages of other origins, other names of this machine and rubbish are turned away', async () => {
    const { call, order, sandbox, read } = await start()
    const { id } = await order()
    const evil = { origin: 'https://evil.example' }
    expect((await call('/api/orders', {}, evil)).status).toBe(403)
    expect((await call('/api/orders', {}, { origin: sandbox.url })).status).toBe(403)
    expect((await call(`/page/${id}/pay`, good, evil)).status).toBe(403)
    expect((await call(`/page/${id}/pay`, good, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
    expect((await call(`/page/${id}/pay`, { ...good, number: 'x'.repeat(100_000) })).status).toBe(
      400,
    )
    expect((await read(id)).status).toBe('created')
    for (const wish of [
      { amount: '9.99' },
      { amount: '7500.01' },
      { amount: '-5' },
      { amount: '1e3' },
      { paymentCurrency: 'CHF' },
      { paymentCurrency: '__proto__' },
      { purchaseCurrency: 'DOGE' },
      { chain: 'eip155:1' },
      { wallet: '0x12' },
      { returnUrl: 'javascript:alert(1)' },
    ]) {
      const usual = {
        purchaseCurrency: 'ETH',
        chain,
        paymentCurrency: 'USD',
        amount: '100',
        wallet: nobody(),
      }
      const { status, json } = await call('/api/orders', { ...usual, ...wish })
      expect([wish, status, typeof json.field]).toEqual([wish, 400, 'string'])
    }
  })

  test('behavior: one process a folder, none in production', async () => {
    const own = newFolder()
    mkdirSync(own)
    // Whoever started us is alive.
    writeFileSync(join(own, 'lock'), String(process.ppid))
    await expect(start({ folder: own })).rejects.toThrow(`process ${process.ppid} holds`)
    const gone = spawnSync('true').pid
    writeFileSync(join(own, 'lock'), String(gone))
    await start({ folder: own })
    process.env.NODE_ENV = 'production'
    try {
      await expect(
        startSandbox({ port: 0, rpc: made.devnet.url, folder: newFolder() }),
      ).rejects.toThrow('production')
    } finally {
      process.env.NODE_ENV = 'test'
    }
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

function balanceOf(address: `0x${string}`) {
  return (holder: `0x${string}`) =>
    client().readContract({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [getAddress(holder)],
    })
}

import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core'
import { recoverPublicKey } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureBrowser } from '../../../scripts/browser.mjs'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import { buildExtension } from '../build-extension.mjs'
import { serveLoopback } from './test/test-server.ts'
import { findings, flags } from './test/test-site.ts'

const shots = process.env.COMPANION_SHOTS
// Of the usual test words.
const solana = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const publicKey = 'C_Mrnw2wlnIDj-o2E5sY-YpfAUnvTOAzLkS5p36Dwi0'
const text = 'Good evening'

/** What a page does by the standards alone; nothing of ours is in it. */
const script = `
  window.wallets = []
  const api = { register: (...found) => wallets.push(...found) }
  addEventListener('wallet-standard:register-wallet', ({ detail }) => detail(api))
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  window.bytes = (value) => value instanceof Uint8Array ? [...value] : value
  window.plain = (value) => JSON.parse(JSON.stringify(value ?? null, (_, one) => bytes(one)))
  window.seen = []
  window.feature = async (name, ...inputs) => {
    const method = name.split(':')[1]
    return wallets[0].features[name][method](...inputs).then((result) => ({ result: plain(result) }), ({ code }) => ({ code }))
  }
  window.solana = (name, text) => feature(name, { account: wallets[0].accounts[0], message: new TextEncoder().encode(text) })
  window.provider = (path) => path.split('.').reduce((at, part) => at?.[part], window)
  window.wbip = (path, method, params) =>
    provider(path).request(method, params).then((answer) => ({ answer }), (thrown) => ({ thrown }))`

interface Envelope {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number }
}

describe('the other families', () => {
  const folder = mkdtempSync(join(tmpdir(), 'companion-families-'))
  const run = {} as {
    host: { port: number; close(): Promise<void> }
    context: BrowserContext
    page: Page
  }

  beforeAll(async () => {
    const built = await buildExtension(join(folder, 'built'))
    run.host = await serveLoopback((request, response) => {
      const isScript = request.url === '/shop.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'")
      response.end(
        isScript ? script : '<!doctype html><title>Shop</title><script src="/shop.js"></script>',
      )
    })
    run.context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: await ensureBrowser(),
      args: [...flags, `--disable-extensions-except=${built}`, `--load-extension=${built}`],
    })
    run.context.setDefaultTimeout(stepTimeout)
    await scripts(['wbip-companion'])
    run.page = await run.context.newPage()
    await visit()
  })
  afterAll(async () => {
    await run.context?.close()
    await run.host?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const backgroundWorker = async (): Promise<Worker> =>
    run.context.serviceWorkers()[0] ?? (await run.context.waitForEvent('serviceworker'))
  /** Waits until the browser knows these scripts: from then on pages have them. */
  const scripts = async (ids: readonly string[]): Promise<void> => {
    const worker = await backgroundWorker()
    const known = () =>
      worker.evaluate(async () =>
        (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id).sort(),
      )
    await vi.waitFor(async () => expect(await known()).toEqual(ids), { timeout: 10_000 })
  }
  const visit = async (): Promise<void> => {
    await run.page.goto(`http://localhost:${run.host.port}/`)
    await vi.waitFor(async () => expect(await evaluate('wallets.length')).toBe(1), {
      timeout: 10_000,
    })
  }
  const evaluate = (code: string): Promise<unknown> => run.page.evaluate(code)
  const wbip = (
    path: string,
    method: string,
    params: object = {},
  ): Promise<{ answer?: Envelope; thrown?: Envelope }> =>
    evaluate(`wbip(${JSON.stringify(path)}, '${method}', ${JSON.stringify(params)})`) as never
  /**
   * Starts what asks, presses a button of the window, resolves to the outcome and what the window
   * said.
   */
  const meet = async <T>(
    start: () => Promise<T>,
    button: 'Approve' | 'Reject',
    name?: string,
  ): Promise<[T, string]> => {
    const opened = run.context.waitForEvent('page')
    const outcome = start()
    const popup = await opened
    const press = popup.getByRole('button', { name: button })
    await press.waitFor()
    const said = await popup.locator('main').innerText()
    if (name) await look(popup, name)
    const closed = popup.waitForEvent('close')
    await press.click().catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    })
    await closed
    return [await outcome, said]
  }
  const look = async (page: Page, name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 400, height: 680 })
      expect(await findings(page)).toEqual([])
      if (shots) await page.screenshot({ path: join(shots, `families-${name}-${colorScheme}.png`) })
    }
  }
  const setPersonas = async (names: readonly string[]): Promise<void> => {
    const own = await run.context.newPage()
    await own.goto(new URL('window.html', (await backgroundWorker()).url()).href)
    for (const name of ['As itself', 'As Leather', 'As Xverse']) {
      await own.getByRole('checkbox', { name }).setChecked(names.includes(name))
    }
    await look(own, `personas-${names.length}`)
    await own.close()
  }

  test('behavior: Wallet Standard connects, signs, signs in and is rejected', async () => {
    expect(
      await evaluate(
        '[wallets[0].name, wallets[0].chains, Object.keys(wallets[0].features).sort()]',
      ),
    ).toEqual([
      'Companion (test wallet)',
      ['solana:localnet'],
      [
        'solana:signAndSendTransaction',
        'solana:signIn',
        'solana:signMessage',
        'solana:signTransaction',
        'standard:connect',
        'standard:disconnect',
        'standard:events',
      ],
    ])
    await evaluate(
      `wallets[0].features['standard:events'].on('change', ({ accounts }) => seen.push(accounts.map(({ address }) => address)))`,
    )
    expect(await evaluate(`feature('standard:connect', { silent: true })`)).toEqual({
      result: { accounts: [] },
    })
    const connect = () => evaluate(`feature('standard:connect')`)
    expect((await meet(connect, 'Reject'))[0]).toEqual({ code: 4001 })
    const [connected] = await meet(connect, 'Approve', 'connect-solana')
    expect(connected).toMatchObject({
      result: { accounts: [{ address: solana, chains: ['solana:localnet'] }] },
    })

    const sign = () => evaluate(`solana('solana:signMessage', '${text}')`)
    const [signed, said] = await meet(sign, 'Approve', 'solana-message')
    expect(said).toContain(text)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    })
    const isSigned = ({ signedMessage, signature }: Record<string, number[]>): boolean =>
      verify(null, Uint8Array.from(signedMessage ?? []), key, Uint8Array.from(signature ?? []))
    const [first] = (signed as { result: Record<string, number[]>[] }).result
    expect(String.fromCharCode(...(first?.signedMessage ?? []))).toBe(text)
    expect(isSigned(first ?? {})).toBe(true)
    expect((await meet(sign, 'Reject'))[0]).toEqual({ code: 4001 })

    await visit()
    const silent = await evaluate(`feature('standard:connect', { silent: true })`)
    expect(silent).toMatchObject({ result: { accounts: [{ address: solana }] } })
    const [entered] = await meet(
      () => evaluate(`feature('solana:signIn', { statement: 'Hello' })`),
      'Approve',
    )
    const [proof] = (entered as { result: Record<string, number[]>[] }).result
    expect(isSigned(proof ?? {})).toBe(true)
    expect(String.fromCharCode(...(proof?.signedMessage ?? []))).toContain(
      `localhost:${run.host.port} wants you to sign in`,
    )
    await evaluate(
      `wallets[0].features['standard:events'].on('change', ({ accounts }) => seen.push(accounts.length))`,
    )
    await evaluate(`feature('standard:disconnect')`)
    await expect.poll(() => evaluate('seen')).toEqual([0])
    expect(await evaluate(`feature('standard:connect', { silent: true })`)).toEqual({
      result: { accounts: [] },
    })
  })

  test('behavior: WBIP under its own name connects both families at once, signs and is rejected', async () => {
    const path = 'LatchkeyCompanion.Provider'
    expect(
      await evaluate(
        '[wbip_providers.map(({ id }) => id), window.btc_providers, window.LeatherProvider]',
      ),
    ).toEqual([[path], undefined, undefined])
    expect((await wbip(path, 'signMessage', { message: text })).answer).toMatchObject({
      error: { code: -32002 },
    })
    expect((await wbip(path, 'nonsense')).answer).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32601 },
    })
    const connect = () => wbip(path, 'getAddresses')
    expect((await meet(connect, 'Reject'))[0].answer).toMatchObject({ error: { code: -32000 } })
    const [{ answer }] = await meet(connect, 'Approve', 'connect-wbip')
    const addresses = answer?.result?.addresses as { address: string; publicKey: string }[]
    expect(addresses).toMatchObject([
      { symbol: 'BTC', type: 'p2wpkh', purpose: 'payment' },
      { symbol: 'BTC', type: 'p2tr', purpose: 'ordinals' },
      { symbol: 'STX', address: expect.stringMatching(/^ST/) },
    ])
    expect((await connect()).answer?.result).toEqual(answer?.result)

    const [ordinals] = await meet(
      () => wbip(path, 'signMessage', { message: text, address: addresses[1]?.address }),
      'Approve',
    )
    expect(ordinals.answer?.result).toMatchObject({
      protocol: 'BIP322',
      address: addresses[1]?.address,
    })
    const sign = () => wbip(path, 'stx_signMessage', { message: text })
    expect((await meet(sign, 'Reject'))[0].answer).toMatchObject({ error: { code: -32000 } })
    const [{ answer: signed }] = await meet(sign, 'Approve', 'stacks-message')
    const hash = createHash('sha256').update(`\u0017Stacks Signed Message:\n\u000c${text}`).digest()
    const rsv = String(signed?.result?.signature)
    const recovered = await recoverPublicKey({
      hash,
      signature: {
        r: `0x${rsv.slice(0, 64)}`,
        s: `0x${rsv.slice(64, 128)}`,
        yParity: Number(rsv.slice(128)),
      },
    })
    expect(recovered.slice(4, 68)).toBe(addresses[2]?.publicKey.slice(2))
    await evaluate(`for (const name of ['accountChange', 'disconnect'])
      provider('${path}').addListener(name, ({ type, addresses }) => seen.push([type, addresses?.length]))`)
    await evaluate('seen.length = 0')
    const own = await run.context.newPage()
    await own.goto(new URL('window.html', (await backgroundWorker()).url()).href)
    await own.getByRole('combobox', { name: /^Bitcoin, Stacks account for / }).selectOption('2')
    await expect.poll(() => evaluate('seen')).toEqual([['accountChange', 3]])
    await look(own, 'sites')
    await own.getByRole('button', { name: /^Disconnect / }).click()
    await expect
      .poll(() => evaluate('seen'))
      .toEqual([
        ['accountChange', 3],
        ['disconnect', undefined],
      ])
    await own.close()
  })

  test('behavior: as Leather and as Xverse it stands where they stand and answers as they do', async () => {
    await setPersonas(['As Leather', 'As Xverse'])
    await scripts(['wbip-leather', 'wbip-xverse'])
    await visit()
    const [leather, xverse] = ['LeatherProvider', 'XverseProviders.BitcoinProvider']
    expect(
      await evaluate(
        '[window.wbip_providers, btc_providers].map((list) => list.map(({ id }) => id))',
      ),
    ).toEqual([[xverse], [xverse]])
    expect(
      await evaluate(
        `[provider('${leather}').isLeather, typeof provider('${leather}').addListener]`,
      ),
    ).toEqual([true, 'undefined'])
    expect((await wbip(leather, 'wallet_connect')).thrown).toMatchObject({
      error: { code: -32601 },
    })
    const [rejected] = await meet(() => wbip(leather, 'getAddresses'), 'Reject')
    expect(rejected.thrown).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } })
    const [{ answer }] = await meet(
      () => wbip(xverse, 'wallet_connect', { network: 'Regtest' }),
      'Approve',
    )
    expect(answer?.result).toMatchObject({
      walletType: 'software',
      addresses: [{ purpose: 'payment', addressType: 'p2wpkh' }, {}, {}],
    })
    const { answer: plain } = await wbip(leather, 'getAddresses')
    expect(plain?.result?.addresses).toMatchObject([
      { symbol: 'BTC', type: 'p2wpkh' },
      { type: 'p2tr' },
      { symbol: 'STX' },
    ])
    const [payment, , stacks] = (answer?.result?.addresses ?? []) as {
      address: string
      publicKey: string
    }[]
    const message = { message: text, publicKey: stacks?.publicKey }
    expect((await wbip(leather, 'stx_signMessage', message)).thrown).toMatchObject({
      error: { code: -32602 },
    })
    expect((await wbip(xverse, 'stx_signMessage', { message: text })).answer).toMatchObject({
      error: { code: -32602 },
    })
    const [signed] = await meet(() => wbip(xverse, 'stx_signMessage', message), 'Approve')
    expect(signed.answer?.result).toMatchObject({ publicKey: stacks?.publicKey })
    const recipients = (amount: unknown) => ({
      recipients: [{ address: payment?.address, amount }],
    })
    expect((await wbip(leather, 'sendTransfer', recipients(1000))).thrown).toMatchObject({
      error: { code: -32602 },
    })
    expect((await wbip(xverse, 'sendTransfer', recipients('1000'))).answer).toMatchObject({
      error: { code: -32602 },
    })
    expect((await wbip(xverse, 'wallet_disconnect')).answer).toMatchObject({ result: null })
    expect((await wbip(xverse, 'wallet_getAccount')).answer).toMatchObject({
      error: { code: -32002 },
    })
  })
})

import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { RunningGateway } from '@latchkey/gateway'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { evmWallet, textOf } from '../../packages/siwx/test/wallets.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { startSignInGateway } from '../worlds/sign-in-world.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const keys = ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'] as const

/** Options of the kit, and the id of the project at the gateway; default `shop`. */
type Named = NonNullable<Setup['kit']> & { readonly project?: string }

/** Hosts of the gateway, and how a browser judges them for a page on 127.0.0.1. */
const places = [
  ['on the same site', '127.0.0.1'],
  ['on another site', 'localhost'],
] as const

describe('signing in by the gateway, without another server', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let gateway: RunningGateway
  let context: BrowserContext | undefined
  let complaints: string[] = []
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const statusOf = (page: Page) => page.evaluate(() => window.stage.kit.getState().signIn.status)
  const promptsOf = (page: Page) => page.evaluate(() => window.stage.wallets[0]?.prompts())
  const accountButton = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: /^Account/ })
  const urlAt = (host: string) => `http://${host}:${new URL(gateway.url).port}`

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
    const origins = [theatre.origin]
    const features = [{ id: 'sign_in', isEnabled: true, config: [] }]
    gateway = await startSignInGateway({
      chains: [devnetChain(devnet.url)],
      signIn: { statement: 'I accept the terms.' },
      projects: [
        { id: 'shop', origins },
        { id: 'asking', origins, features },
      ],
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    await Promise.all([theatre?.stop(), devnet?.stop()])
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).toEqual([])
  })

  const setupOf = (host: string, { project = 'shop', ...kit }: Named): Setup => ({
    chains: [devnetChain(devnet.url)],
    rpcUrl: devnet.url,
    wallets: [{ name: 'Foxglove', rdns: 'test.foxglove', accounts: keys }],
    kit: { gateway: { url: urlAt(host), project }, ...kit },
  })
  async function open(host: string, named: Named, page?: Page): Promise<Page> {
    const opened = await theatre.open(setupOf(host, named), page && { page })
    opened.page.setDefaultTimeout(stepTimeout)
    context = opened.page.context()
    complaints = opened.complaints
    return opened.page
  }
  async function connect(page: Page): Promise<void> {
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await dialogOf(page).getByRole('button', { name: 'Foxglove' }).first().click()
  }
  async function signInView(page: Page): Promise<void> {
    await dialogOf(page).getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await dialogOf(page).getByText('I accept the terms.').first().waitFor()
    await dialogOf(page).getByRole('button', { name: 'Sign message', exact: true }).click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    await expect.poll(() => statusOf(page)).toBe('signed-in')
  }

  test.each(places)('default: the gateway %s: read, sign, reload, sign out', async (_, host) => {
    const page = await open(host, { signIn: {} })
    await connect(page)
    await signInView(page)
    expect(await promptsOf(page)).toBe(2)
    // Scripts of the page must not be able to read the session's token.
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    const [cookie] = (await page.context().cookies(urlAt(host))).filter(
      ({ name }) => !name.endsWith('-browser'),
    )
    expect(cookie).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: host === 'localhost' ? 'None' : 'Lax',
    })
    // When the gateway is on another site, the cookie is partitioned: it is bound to the page's
    // site.
    expect(cookie?.partitionKey).toBe(host === 'localhost' ? 'http://127.0.0.1' : undefined)
    expect(readable).not.toContain(cookie?.value)
    await page.reload()
    await accountButton(page).waitFor()
    await expect.poll(() => statusOf(page)).toBe('signed-in')
    expect([await promptsOf(page), await dialogOf(page).isVisible()]).toEqual([0, false])
    expect(await page.evaluate(() => window.stage.kit.getState().signIn)).toMatchObject({
      session: { accounts: [`eip155:31337:${ada}`] },
    })
    await page.evaluate(() => window.stage.signOut())
    expect(await statusOf(page)).toBe('signed-out')
    await page.reload()
    await accountButton(page).waitFor()
    await expect.poll(() => statusOf(page)).toBe('signed-out')
    expect(await promptsOf(page)).toBe(0)
  })

  test('behavior: the operator switches it on for a page that says nothing', async () => {
    const page = await open('127.0.0.1', { project: 'asking' })
    await connect(page)
    await dialogOf(page).waitFor({ state: 'hidden' })
    // On this page the sign-in is asked for when the visitor opens the account's view.
    await accountButton(page).click()
    await signInView(page)
    await page.reload()
    await accountButton(page).waitFor()
    await expect.poll(() => statusOf(page)).toBe('signed-in')
    expect(await promptsOf(page)).toBe(0)
  })

  test('behavior: what one tab signs out of, another one is out of, too', async () => {
    const page = await open('127.0.0.1', { signIn: {} })
    await connect(page)
    await signInView(page)
    const other = await open('127.0.0.1', { signIn: {} }, await page.context().newPage())
    // The second tab has test wallets of its own, so the visitor connects there too. The tab does
    // not ask for another sign-in.
    await connect(other)
    await expect.poll(() => statusOf(other)).toBe('signed-in')
    expect(await promptsOf(other)).toBe(1)
    await page.evaluate(() => window.stage.signOut())
    await expect.poll(() => statusOf(other)).toBe('signed-out')
  })

  test('behavior: a page in a frame of another site', async () => {
    const outer = await (await theatre.browser.newContext()).newPage()
    context = outer.context()
    complaints = []
    await outer.goto(`${theatre.origin.replace('127.0.0.1', 'localhost')}/empty`)
    await outer.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    }, `${theatre.origin}/empty`)
    const frame = await (await outer.waitForSelector('iframe')).contentFrame()
    await frame?.waitForURL(`${theatre.origin}/empty`)
    // The browser gives scripts in such a frame no storage, so the test calls the gateway without a
    // kit.
    const call = async (name: string, body?: object) =>
      frame?.evaluate(
        async ([url, text]) => {
          const method = text === undefined ? 'GET' : 'POST'
          const options: RequestInit = { method, credentials: 'include' }
          const answer = await fetch(url ?? '', { ...options, ...(text && { body: text }) })
          return answer.json()
        },
        [`${urlAt('127.0.0.1')}/v1/sign-in/shop/${name}`, body && JSON.stringify(body)],
      )
    const wallet = evmWallet()
    const { challenge } = await call('challenge', { account: wallet.account })
    const message = textOf(challenge, wallet)
    const signature = await wallet.sign(message)
    const { account } = wallet
    expect(await call('verify', { account, message, signature })).toMatchObject({
      session: { accounts: [account] },
    })
    const kept = (await context.cookies(urlAt('127.0.0.1'))).map((cookie) => cookie.partitionKey)
    expect(kept).toEqual(['http://localhost'])
    expect(await call('session')).toMatchObject({ session: { accounts: [account] } })
  })
})

import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { Behavior } from '@latchkey/testing'
import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

describe('signing in to a site with a wallet', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let page: Page
  let complaints: string[]
  const dialog = () => page.getByRole('dialog')
  const button = (name: string) => dialog().getByRole('button', { name, exact: true })
  const heading = (name: string) => dialog().getByRole('heading', { name, exact: true }).waitFor()
  const isClosed = () => dialog().waitFor({ state: 'hidden' })
  const behave = (behavior: Behavior, method: string) =>
    page.evaluate(([how, what]) => window.stage.wallets[0]?.behave(how as Behavior, what), [
      behavior,
      method,
    ] as const)
  const status = () => page.evaluate(() => window.stage.kit.getState().signIn.status)
  const prompts = () => page.evaluate(() => window.stage.wallets[0]?.prompts())
  const calls = () => page.evaluate(() => window.stage.signIn?.calls ?? [])
  const proofs = () => page.evaluate(() => window.stage.signIn?.proofs ?? [])
  const events = () =>
    page.evaluate(() =>
      window.stage.events.flatMap((event) => (event.type.startsWith('sign') ? [event] : [])),
    )
  const accountButton = () => page.getByRole('main').getByRole('button', { name: /^Account/ })

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), devnet?.stop()])
  })
  afterEach(async () => {
    await page.context().close()
    expect(complaints).toEqual([])
  })

  async function open(
    signIn: NonNullable<Setup['signIn']> = {},
    more: Partial<NonNullable<Setup['wallets']>[number]> = {},
  ): Promise<void> {
    ;({ page, complaints } = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      wallets: [{ name: 'Foxglove', rdns: 'test.foxglove', accounts: keys, ...more } as never],
      signIn,
    }))
    page.setDefaultTimeout(stepTimeout)
  }
  async function connect(): Promise<void> {
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await dialog().getByRole('button', { name: 'Foxglove' }).first().click()
  }
  async function connectToView(): Promise<void> {
    await connect()
    await heading('Sign in')
    await dialog().getByText('What you sign').waitFor()
  }

  test('default: connect, read, sign; a reload asks the server once and the visitor never', async () => {
    await open({ statement: 'I accept the terms.' })
    await connectToView()
    const { host } = new URL(page.url())
    await dialog().getByText('I accept the terms.').first().waitFor()
    await dialog().getByText('What you sign').click()
    const shown = await dialog().locator('.sign-in-text > p').innerText()
    expect(
      shown.startsWith(`${host} wants you to sign in with your Ethereum account:\n${ada}`),
    ).toBe(true)
    await button('Sign message').click()
    await isClosed()
    const [proof] = await proofs()
    expect(proof?.message).toBe(shown)
    expect(
      await verifyMessage({
        address: ada,
        message: shown,
        signature: proof?.signature as `0x${string}`,
      }),
    ).toBe(true)
    expect([await status(), await prompts(), await calls()]).toEqual([
      'signed-in',
      2,
      // The first challenge was for a prompt that connects and signs in, which this wallet does not
      // support.
      ['challenge', 'session', 'challenge', 'verify'],
    ])
    expect(await events()).toEqual([
      { type: 'signed-in', accounts: [`eip155:31337:${ada}`], isResumed: false },
    ])
    await page.reload()
    await accountButton().waitFor()
    await expect.poll(status).toBe('signed-in')
    expect([await prompts(), await calls(), await dialog().isVisible()]).toEqual([
      0,
      ['session'],
      false,
    ])
    expect(await events()).toMatchObject([{ type: 'signed-in', isResumed: true }])
  })

  test('behavior: a wallet that signs while connecting needs no view', async () => {
    await open({}, { canSignIn: true })
    await connect()
    await isClosed()
    expect([await status(), await prompts(), (await proofs()).length]).toEqual(['signed-in', 1, 1])
    // The second time all code is loaded already, so that only the time of our own code is
    // measured.
    await accountButton().click()
    await button('Disconnect').click()
    await expect.poll(status).toBe('signed-out')
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    const row = await dialog().getByRole('button', { name: 'Foxglove' }).first().elementHandle()
    const took = await page.evaluate((element) => {
      const begun = performance.now()
      return new Promise<number>((resolve) => {
        window.stage.kit.watch(
          ({ type }) => type === 'signed-in' && resolve(performance.now() - begun),
        )
        ;(element as HTMLElement).click()
      })
    }, row)
    console.info(`connect and sign in by one prompt: ${Math.round(took)} ms of our own`)
    await isClosed()
  })

  test('behavior: where it is not required, closing leaves the wallet connected and asks no more', async () => {
    await open()
    await connectToView()
    await page.keyboard.press('Escape')
    await isClosed()
    expect(await status()).toBe('signed-out')
    await accountButton().click()
    await button('Disconnect').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await accountButton().waitFor()
    await page.waitForTimeout(300)
    expect([await dialog().isVisible(), await prompts()]).toEqual([false, 0])
  })

  test('behavior: where it is required, closing shakes, and Cancel disconnects', async () => {
    await open({ required: true })
    await connectToView()
    for (const leave of [() => page.keyboard.press('Escape'), () => button('Close').click()]) {
      await leave()
      await dialog().getByText('This site needs you to sign in').waitFor()
    }
    await button('Cancel').click()
    await isClosed()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await status()).toBe('signed-out')
    // The next attempt starts from the beginning, and succeeds.
    await connectToView()
    await button('Sign message').click()
    await isClosed()
    await accountButton().waitFor()
  })

  test('behavior: required and left by a reload: nothing opens by itself, the next click asks', async () => {
    await open({ required: true })
    await connectToView()
    await page.reload()
    await accountButton().waitFor()
    await page.waitForTimeout(300)
    expect([await dialog().isVisible(), await prompts()]).toEqual([false, 0])
    await accountButton().click()
    await heading('Sign in')
    await button('Sign message').click()
    await isClosed()
    expect(await status()).toBe('signed-in')
  })

  test('behavior: who declines is told so; Try again signs the same text', async () => {
    await open()
    await connectToView()
    await behave('reject', 'personal_sign')
    await button('Sign message').click()
    await dialog().getByText('You declined in Foxglove').waitFor()
    const before = (await calls()).length
    await behave('approve', 'personal_sign')
    await button('Try again').click()
    await isClosed()
    expect((await calls()).slice(before)).toEqual(['verify'])
  })

  test('behavior: a wallet that hangs can be left, and its late answer changes nothing', async () => {
    await open({ required: true })
    await connectToView()
    await behave('hang', 'personal_sign')
    await button('Sign message').click()
    await dialog().getByText('Continue in Foxglove').waitFor()
    await page.keyboard.press('Escape')
    await dialog().getByText('Your wallet is being asked').waitFor()
    await button('Cancel').click()
    await isClosed()
    await page.evaluate(() => window.stage.wallets[0]?.release())
    expect([await status(), (await proofs()).length]).toEqual(['signed-out', 0])
    await behave('approve', 'personal_sign')
    await connectToView()
    await button('Sign message').click()
    await isClosed()
    expect(await status()).toBe('signed-in')
  })

  test('behavior: a site that does not answer; then it does', async () => {
    await open({ fails: ['challenge'] })
    await connect()
    await heading('Sign in')
    await dialog().getByText('The site did not answer').waitFor()
    await page.evaluate(() => window.stage.signIn?.failing.clear())
    await button('Try again').click()
    await dialog().getByText('What you sign').waitFor()
    await page.evaluate(() => window.stage.signIn?.failing.add('verify'))
    await button('Sign message').click()
    await dialog().getByText('Signing in did not work').waitFor()
    await page.evaluate(() => window.stage.signIn?.failing.clear())
    await dialog().getByText('What you sign').waitFor()
    await button('Try again').click()
    await isClosed()
    expect(await status()).toBe('signed-in')
  })

  test('behavior: a text of the server that is of another site is never signed', async () => {
    await open({
      message:
        'evil.example wants you to sign in with your Ethereum account:\n{account}\n\nHello\n\nURI: https://evil.example',
    })
    await connect()
    await heading('Sign in')
    await dialog().getByText('is not safe to sign').waitFor()
    expect([await prompts(), await dialog().getByText('What you sign').count()]).toEqual([1, 0])
  })

  test('behavior: another account is signed out, without a question', async () => {
    await open()
    await connectToView()
    await button('Sign message').click()
    await isClosed()
    await page.evaluate(() => window.stage.wallets[0]?.selectAccount(1))
    await expect.poll(status).toBe('signed-out')
    expect((await events()).at(-1)).toEqual({
      type: 'signed-out',
      account: `eip155:31337:${ada}`,
      reason: 'account-changed',
    })
    await page.waitForTimeout(300)
    expect(await dialog().isVisible()).toBe(false)
  })

  test('behavior: where the owner says so, another account is asked', async () => {
    await open({ onAccountChange: 'ask' })
    await connectToView()
    await button('Sign message').click()
    await isClosed()
    await page.reload()
    await expect.poll(status).toBe('signed-in')
    await accountButton().waitFor()
    await page.evaluate(() => window.stage.wallets[0]?.selectAccount(1))
    await heading('Sign in')
    await button('Sign message').click()
    await isClosed()
    expect(await page.evaluate(() => window.stage.kit.getState().signIn)).toEqual({
      status: 'signed-in',
      session: { accounts: [`eip155:31337:${grace}`] },
    })
  })

  test('behavior: an account that changes under the view is the one that signs', async () => {
    await open()
    await connectToView()
    await page.evaluate(() => window.stage.wallets[0]?.selectAccount(1))
    await dialog().getByText(grace.slice(-4)).first().waitFor()
    await button('Sign message').click()
    await isClosed()
    expect((await proofs())[0]?.account).toBe(`eip155:31337:${grace}`)
  })

  test('behavior: another tab that signs out signs out here', async () => {
    await open()
    await connectToView()
    await button('Sign message').click()
    await isClosed()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect
      .poll(() => other.evaluate(() => window.stage.kit.getState().signIn.status))
      .toBe('signed-in')
    await other.evaluate(async () => {
      localStorage.removeItem('stage:session')
      localStorage.removeItem('latchkey.default.v1.sign-in')
    })
    await expect.poll(status).toBe('signed-out')
    expect((await events()).at(-1)).toMatchObject({ reason: 'elsewhere' })
  })

  test('behavior: before the click nothing of it is loaded', async () => {
    await open()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.waitForTimeout(500)
    expect([await calls(), await status()]).toEqual([[], 'signed-out'])
  })
})

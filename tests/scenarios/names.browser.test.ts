import { accounts, mnemonic } from '@latchkey/devnet'
import type { Locator, Page } from 'playwright-core'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchRequests } from '../helpers/settle-page.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { type MoneyWorld, startMoneyWorld } from '../worlds/money-world.ts'
import { strictPolicy } from '../worlds/stage.ts'

const ada = accounts[0].address
const coinType = 0x80000000 + 31_337
const made: { world?: MoneyWorld } = {}
const world = (): MoneyWorld => made.world as MoneyWorld
beforeAll(async () => {
  made.world = await startMoneyWorld({ hasEns: false })
})
afterAll(() => made.world?.stop())

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(
    `${world().gateway.url}/v1/profile/${path}${path.includes('?') ? '&' : '?'}projectId=demo`,
    {
      ...init,
      headers: { origin: world().theatre.origin },
    },
  )
/** Who has a name at the gateway; undefined: nobody. */
async function ownerOf(label: string): Promise<string | undefined> {
  const found = (await (await ask(`account/${label}.latchkey.eth?apiVersion=2`)).json()) as {
    addresses?: Record<string, { address: string }>
  }
  return found.addresses?.[coinType]?.address
}
/** Somebody else registers a name: the account of that place in the test mnemonic. */
async function takenBy(addressIndex: number, label: string): Promise<string> {
  const account = mnemonicToAccount(mnemonic, { addressIndex })
  const message = JSON.stringify({
    name: `${label}.latchkey.eth`,
    attributes: {},
    timestamp: Math.floor(Date.now() / 1000),
  })
  const signature = await account.signMessage({ message })
  const body = JSON.stringify({ coin_type: coinType, address: account.address, message, signature })
  const answer = await ask('account', { method: 'POST', body })
  expect(answer.status).toBe(200)
  return account.address
}

interface Scene {
  readonly page: Page
  readonly dialog: Locator
  readonly complaints: string[]
  button(name: string | RegExp): Locator
  heading(name: string): Promise<void>
  /** Text of the note below the field. */
  says(text: string): Promise<void>
  behave(behavior: 'approve' | 'reject' | 'hang'): Promise<void>
  /** What the wallet was asked to sign. */
  signed(): Promise<readonly string[]>
}

/** A connected page on the view of names, reached as a visitor does. */
const chooseHeading = 'Choose a name'
async function scene(goal = chooseHeading): Promise<Scene> {
  const { theatre, gateway, devnet } = world()
  theatre.policy = strictPolicy(gateway.url, devnet.url)
  const { page, complaints } = await theatre.open(world().setup())
  page.setDefaultTimeout(stepTimeout)
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp): Locator =>
    dialog.getByRole('button', { name, exact: true })
  const heading = (name: string): Promise<void> =>
    dialog.getByRole('heading', { name, exact: true }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await button('Foxglove').first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .click()
  await button('Settings').click()
  await button('Name').click()
  await heading(goal)
  if (goal === chooseHeading) await dialog.getByText('.latchkey.eth', { exact: true }).waitFor()
  return {
    page,
    dialog,
    complaints,
    button,
    heading,
    says: (text) => dialog.locator('.field-note').getByText(text, { exact: true }).waitFor(),
    behave: (behavior) =>
      page.evaluate(
        (how) => window.stage.wallets[0]?.behave(how as 'hang', 'personal_sign'),
        behavior,
      ),
    signed: () =>
      page.evaluate(() =>
        (window.stage.wallets[0]?.requests ?? [])
          .filter(({ method }) => method === 'personal_sign')
          .map(({ params }) => {
            const hex = String((params as readonly string[])[0]).slice(2)
            const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) =>
              Number.parseInt(byte, 16),
            )
            return new TextDecoder().decode(bytes)
          }),
      ),
  }
}
const type = ({ dialog }: Scene, label: string): Promise<void> =>
  dialog.getByRole('textbox', { name: 'Name' }).fill(label)
async function review(it: Scene, label: string): Promise<void> {
  await type(it, label)
  await it.says(`${label}.latchkey.eth is free`)
  await it.button('Continue').click()
  await it.heading('Register a name')
}
const close = ({ page }: Scene): Promise<void> => page.context().close()

describe('names', () => {
  test.each([
    ['', 'Enter a name'],
    ['ada', 'Name must be at least 4 characters long'],
    ['a'.repeat(65), 'At most 64 characters'],
    ['ada lovelace', 'Use letters a to z, digits and hyphens.'],
    ['lovelacé', 'Use letters a to z, digits and hyphens.'],
    ['-ada-', 'No hyphen at the beginning or the end'],
    ['l\u043evelace', '“\u043e” only looks like “o”. Type it again.'],
  ])('parameters: %j is refused before anybody is asked', async (label, words) => {
    const it = await scene()
    const asked: string[] = []
    it.page.on(
      'request',
      (request) => request.url().includes('suggestions') && asked.push(request.url()),
    )
    await it.page.clock.install()
    await type(it, label)
    await it.button('Continue').click()
    await it.says(words)
    await it.page.clock.runFor(10_000)
    expect(asked).toEqual([])
    await it.heading('Choose a name')
    await close(it)
  })

  test('behavior: a name somebody has, and one that looks like it, lead nowhere; a suggestion does', async () => {
    await takenBy(2, 'wool-shop')
    const it = await scene()
    await type(it, 'Wool-Shop')
    await it.says('wool-shop.latchkey.eth is taken, or looks like one that is')
    await it.button('Continue').click()
    await it.heading('Choose a name')
    await type(it, 'w00l-shop')
    await it.says('w00l-shop.latchkey.eth is taken, or looks like one that is')
    await type(it, 'cano')
    const suggestions = it.dialog.getByRole('list', { name: 'Suggestions' })
    await suggestions.getByRole('button', { name: 'canoe.latchkey.eth' }).click()
    await it.says('canoe.latchkey.eth is free')
    expect(await it.dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('canoe')
    expect(await it.signed()).toEqual([])
    await close(it)
  })

  test('behavior: a refusal registers nothing; while the wallet is asked the dialog stays, and Back calls it off', async () => {
    const it = await scene()
    await review(it, 'refusal')
    await it.behave('reject')
    await it.button('Register').click()
    await it.dialog.getByText('Declined. Nothing was registered.').waitFor()
    expect(await ownerOf('refusal')).toBeUndefined()
    await it.behave('hang')
    await it.button('Register').click()
    await it.dialog.getByText('Continue in Foxglove').waitFor()
    // The one refused, and this one: what is never asked cannot be called off.
    await expect.poll(it.signed).toHaveLength(2)
    await it.page.keyboard.press('Escape')
    await it.dialog.getByText('Answer in Foxglove first').waitFor()
    await it.button('Choose another').click()
    await it.heading('Choose a name')
    const settle = watchRequests(it.page)
    await it.page.evaluate(() => window.stage.wallets[0]?.release('approve'))
    await settle()
    expect(await ownerOf('refusal')).toBeUndefined()
    await it.page.keyboard.press('Escape')
    await it.dialog.waitFor({ state: 'hidden' })
    await close(it)
  })

  test('behavior: a message signed too late is told so, and registers nothing', async () => {
    const it = await scene()
    await review(it, 'latecomer')
    await it.behave('hang')
    // What is written now was written so long ago, as the gateway sees it.
    await it.page.evaluate(() => {
      const now = Date.now
      Date.now = () => now() - 601_500
    })
    await it.button('Register').click()
    await it.dialog.getByText('Continue in Foxglove').waitFor()
    // The words stand there before the wallet has the question.
    await expect.poll(it.signed).toHaveLength(1)
    await it.page.evaluate(() => window.stage.wallets[0]?.release('approve'))
    await it.dialog.getByText('Not registered. That took too long. Sign again.').waitFor()
    expect(await ownerOf('latecomer')).toBeUndefined()
    await close(it)
  })

  test('behavior: a name taken in the last moment is told so, and the wallet is not asked', async () => {
    const it = await scene()
    await review(it, 'photofinish')
    const other = await takenBy(3, 'photofinish')
    await it.button('Register').click()
    await it.dialog
      .getByText('Not registered. Somebody owns this name. Choose another one.')
      .waitFor()
    expect(await it.signed()).toEqual([])
    expect(await it.button('Register').count()).toBe(0)
    expect(await ownerOf('photofinish')).toBe(other)
    await it.button('Choose another').click()
    await it.says('photofinish.latchkey.eth is taken, or looks like one that is')
    await close(it)
  })

  test('behavior: a gateway that is down is said, and asked again', async () => {
    const it = await scene()
    await it.page.route('**/v1/profile/suggestions/**', (route) => route.abort())
    await type(it, 'analytical')
    await it.says('It could not be looked up. Try again.')
    await it.page.unroute('**/v1/profile/suggestions/**')
    await it.button('Try again').click()
    await it.says('analytical.latchkey.eth is free')
    await close(it)
  })

  test('behavior: a registered name is the visitor’s at the gateway, in the heading, on the button, and where one sends', async () => {
    const other = await takenBy(4, 'harbour')
    const it = await scene()
    await review(it, 'lovelace')
    expect((await it.dialog.innerText()).replace(/\s+/g, '')).toContain(ada)
    const before = Date.now() / 1000
    await it.button('Register').click()
    await it.heading('lovelace.latchkey.eth is yours')
    const [message = '{}', ...more] = await it.signed()
    const { timestamp, ...rest } = JSON.parse(message)
    expect([rest, more]).toEqual([{ name: 'lovelace.latchkey.eth', attributes: {} }, []])
    expect(Math.abs(timestamp - before)).toBeLessThan(5)
    expect(await ownerOf('lovelace')).toBe(ada)
    await it.button('Done').click()
    await it.heading('lovelace.latchkey.eth')
    await it.page.keyboard.press('Escape')
    await it.page
      .getByRole('main')
      .getByRole('button', { name: 'Account lovelace.latchkey.eth' })
      .click()
    await it.heading('lovelace.latchkey.eth')
    // The row in Settings leads to what is kept, not to what was just done; and back.
    await it.button('Settings').click()
    await it.dialog.getByRole('button', { name: 'Name', exact: true }).click()
    await it.heading('lovelace.latchkey.eth is yours')
    expect(await it.dialog.locator('[data-state="confirmed"], .pulse').count()).toBe(0)
    await it.button('Done').click()
    await it.heading('Settings')
    await it.button('Back').click()
    await it.heading('lovelace.latchkey.eth')

    await it.button('Send').click()
    await it.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await it.dialog.getByRole('textbox', { name: 'Recipient' }).fill('Harbour.latchkey.eth')
    const had = await world().chain.getBalance({ address: other as `0x${string}` })
    await it.button('Review').click()
    await it.heading('Review send')
    expect((await it.dialog.innerText()).replace(/\s+/g, '')).toContain(other)
    await it.button('Confirm').click()
    await it.heading('Sent')
    expect((await world().chain.getBalance({ address: other as `0x${string}` })) - had).toBe(
      parseEther('0.5'),
    )
    expect(it.complaints).toEqual([])
    await close(it)
  })

  test('behavior: whoever has a name is shown it, and gets no second one', async () => {
    const it = await scene('lovelace.latchkey.eth is yours')
    // Registered meanwhile, in another window.
    await it.page.evaluate(() => window.stage.modal.open({ view: 'ChooseName' }))
    await it.dialog.getByText('You already own lovelace.latchkey.eth.').waitFor()
    await review(it, 'second-one')
    await it.button('Register').click()
    await it.dialog.getByText('Not registered. You already own a name.').waitFor()
    expect(await it.signed()).toEqual([])
    expect(await ownerOf('second-one')).toBeUndefined()
    await close(it)
  })

  test('behavior: pressed before it is known which name there is, the row waits for that', async () => {
    const it = await scene('lovelace.latchkey.eth is yours')
    const held: { release?: () => void } = {}
    await it.page.route('**/v1/profile/reverse/**', async (route) => {
      await new Promise<void>((resolve) => Object.assign(held, { release: resolve }))
      await route.continue()
    })
    await it.page.reload()
    await it.page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .click()
    await it.button('Settings').click()
    await it.button('Name').click()
    await it.dialog.locator('button[aria-busy=true]').getByText('Name').waitFor()
    await expect.poll(() => held.release).toBeDefined()
    await it.heading('Settings')
    held.release?.()
    await it.heading('lovelace.latchkey.eth is yours')
    await close(it)
  })

  test('behavior: whom the network knows by another name is told why that one is shown, and where to change it', async () => {
    const it = await scene('lovelace.latchkey.eth is yours')
    const why = it.dialog.getByText(/^Here you are shown as /)
    expect(await why.count()).toBe(0)
    await it.page.route('**/v1/identity/**', (route) =>
      route.fulfill({ json: { name: 'ada.eth', avatar: null, resolvedAt: null } }),
    )
    await it.page.reload()
    await it.page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .click()
    await it.heading('ada.eth')
    await it.button('Settings').click()
    await it.dialog.getByText('lovelace.latchkey.eth', { exact: true }).waitFor()
    await it.button('Name').click()
    await it.heading('lovelace.latchkey.eth is yours')
    expect(await why.innerText()).toBe(
      'Here you are shown as ada.eth: the name this account has set for itself on the network comes first. Where that name is managed, this one can be made the first.',
    )
    await close(it)
  })
})

import { readFile } from 'node:fs/promises'
import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import {
  type FixtureGateway,
  fixtureGateway,
  longName,
  type Past,
} from '../worlds/fixture-gateway.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, strictPolicy, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre; devnet?: EvmDevnet; gateway?: FixtureGateway } = {}
beforeAll(async () => {
  ;[held.theatre, held.devnet, held.gateway] = await Promise.all([
    raise(),
    startEvmDevnet(),
    fixtureGateway(),
  ])
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.gateway?.stop()
  await held.devnet?.stop()
})

interface Open {
  readonly past: Past
  readonly setup?: Partial<Setup>
  readonly isStrict?: boolean
  /** Without a gateway. */
  readonly isAlone?: boolean
}
async function open({ past, setup, isStrict = false, isAlone = false }: Open) {
  const { theatre, devnet, gateway } = held
  if (!theatre || !devnet || !gateway) throw new Error('no theatre')
  const image = `img-src 'self' data: ${gateway.url}`
  theatre.policy = isStrict
    ? strictPolicy(gateway.url, devnet.url).replace("img-src 'self' data:", image)
    : ''
  const { page, complaints } = await theatre.open(
    {
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      ...setup,
      kit: { ...(!isAlone && { gateway: { url: gateway.url, project: past } }), ...setup?.kit },
    },
    { reducedMotion: 'reduce', acceptDownloads: true },
  )
  page.setDefaultTimeout(stepTimeout)
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:') hosts.add(origin)
  })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.getByRole('button', { name: 'Foxglove' }).first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .click()
  await dialog.getByRole('button', { name: 'Disconnect' }).waitFor()
  return { page, complaints, dialog, hosts, close: () => page.context().close() }
}
const list = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Activity list' })
const rows = (page: Page) => list(page).getByRole('button')
async function openAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  await dialog.getByRole('button', { name: 'All transactions' }).click()
  await dialog.getByRole('heading', { name: 'Activity', exact: true }).waitFor()
}
const scrollToEnd = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.frame')
    frame?.scrollTo(0, frame.scrollHeight)
  })
const focused = (page: Page) =>
  page.evaluate(
    () => document.querySelector('latchkey-modal')?.shadowRoot?.activeElement?.textContent,
  )
const asked = (part: string): number =>
  held.gateway?.asked.filter((one) => one.includes(part)).length ?? 0

describe('activity', () => {
  test('default: every kind in a sentence of its own, month by month, names only of those looked at', async () => {
    const { page, complaints, dialog, hosts, close } = await open({ past: 'demo', isStrict: true })
    const before = asked('/v1/identity/')
    await openAll(page)
    await rows(page).getByText('Sending 1 ETH to grace.eth').waitFor()
    expect(await rows(page).nth(1).textContent()).toBe('Swapped 1 ETH for 2,500 USDC')
    await rows(page).getByText('Received 12.5 USDC from grace.eth').waitFor()
    const months = await list(page).getByRole('heading').allTextContents()
    const format = new Intl.DateTimeFormat('en', { month: 'long' })
    expect(months[0]).toBe(format.format())
    expect(months.at(-1)).toMatch(/^[A-Z][a-z]+ \d{4}$/)
    expect(asked('/v1/identity/') - before).toBeLessThanOrEqual(4)
    await scrollToEnd(page)
    await rows(page).nth(22).waitFor()
    for (const kind of [
      'Staked 32 ETH',
      'Canceled a transaction',
      'Deployed a contract',
      'Wrap coin 2 ETH',
    ]) {
      expect(await rows(page).getByText(kind, { exact: true }).count(), kind).toBe(1)
    }
    expect(await dialog.getByRole('button', { name: 'Load more' }).count()).toBe(0)
    expect(complaints).toEqual([])
    expect([...hosts].sort()).toEqual([held.gateway?.url, held.theatre?.origin].sort())
    await close()
  })

  test('behavior: what the list has just told of is read in the balance at once', async () => {
    const { page, dialog, close } = await open({ past: 'news' })
    const coins = (amount: string) =>
      dialog.getByRole('list', { name: 'Token list' }).getByText(`${amount} ETH`, { exact: true })
    await coins('1.2043').waitFor()
    // What is read every ten seconds rests where nobody looks: only the news is left.
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
    await dialog.getByRole('tab', { name: 'Activity' }).click()
    await rows(page).getByText('Received 8 ETH from grace.eth').waitFor()
    await dialog.getByRole('tab', { name: 'Tokens' }).click()
    await coins('9.2043').waitFor()
    await close()
  })

  test.each([320, 390, 1000])(
    'behavior: at %i pixels a long name and a long amount stand on one line, whole where they are cut',
    async (width) => {
      const { page, dialog, close } = await open({ past: 'long' })
      await page.setViewportSize({ width, height: 800 })
      const lines = (place: Locator, first?: string) =>
        place.evaluate((element, part) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          if (part && element.firstChild) range.setEnd(element.firstChild, part.length)
          const parts = [...range.getClientRects()]
          const { left, right } = element.getBoundingClientRect()
          return {
            // Figures of two sizes share a line; what begins below the middle of any is on the
            // next.
            isOne:
              Math.max(...parts.map(({ top }) => top)) <
              Math.min(...parts.map(({ top, bottom }) => (top + bottom) / 2)),
            isInside: left >= 0 && right <= window.innerWidth,
          }
        }, first)
      const whole = { isOne: true, isInside: true }
      const name = dialog.getByRole('heading', { level: 2 })
      await name.getByText(longName).waitFor()
      expect(await lines(name)).toEqual(whole)
      expect(await lines(dialog.getByRole('group', { name: 'Balance' }))).toEqual(whole)
      const row = dialog.getByText('123,456 ETH', { exact: true })
      // Its unit may stand below it; the number itself is not broken.
      expect(await lines(row, '123,456')).toEqual(whole)
      expect(await row.getAttribute('title')).toBe('123,456.999978999999748123 ETH')
      await close()
    },
  )

  test('behavior: the tabs are moved by arrows, also from right to left, and the chosen one is there on the way back', async () => {
    const { page, dialog, close } = await open({ past: 'demo' })
    const tab = (name: string) => dialog.getByRole('tab', { name, selected: true })
    await dialog.getByRole('tab', { name: 'Tokens' }).focus()
    await page.keyboard.press('ArrowRight')
    await tab('Activity').waitFor()
    expect(await focused(page)).toBe('Activity')
    await page.keyboard.press('ArrowRight')
    await tab('Tokens').waitFor()
    await page.keyboard.press('End')
    await tab('Activity').waitFor()
    await page.keyboard.press('Home')
    await tab('Tokens').waitFor()
    expect(await dialog.getByRole('tabpanel', { name: 'Tokens' }).count()).toBe(1)
    await dialog.evaluate((element) => element.setAttribute('dir', 'rtl'))
    await page.keyboard.press('ArrowLeft')
    await tab('Activity').waitFor()
    await rows(page).first().waitFor()
    await rows(page).first().focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: 'Transaction', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await tab('Activity').waitFor()
    await close()
  })

  test('behavior: spam is hidden until it is asked for', async () => {
    const { page, dialog, close } = await open({ past: 'demo' })
    await openAll(page)
    await rows(page).first().waitFor()
    const spam = list(page).getByText('Free voucher')
    expect(await spam.count()).toBe(0)
    const toggle = dialog.getByRole('button', { name: 'Show hidden' })
    expect(await toggle.getAttribute('aria-pressed')).toBe('false')
    await toggle.click()
    await spam.waitFor()
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await toggle.click()
    await spam.waitFor({ state: 'detached' })
    await close()
  })

  test('behavior: a transaction is shown whole: fee in coin and money, block, who, hash to copy', async () => {
    const { page, dialog, close } = await open({
      past: 'demo',
      setup: {
        chains: [
          {
            ...devnetChain(held.devnet?.url ?? ''),
            explorer: { name: 'X', url: 'https://x.example' },
          },
        ],
      },
    })
    await openAll(page)
    await rows(page).getByText('Received 12.5 USDC').click()
    const said = (term: string) =>
      dialog
        .locator('.kv', { has: page.getByText(term, { exact: true }) })
        .locator('dd')
        .first()
    await expect.poll(() => said('Network fee').textContent()).toBe('0.00042 ETH · $1.08')
    expect(await said('Status').textContent()).toBe('Confirmed')
    await expect.poll(() => said('From').textContent()).toBe('grace.eth')
    expect(await said('Block').textContent()).toMatch(/^\d+$/)
    const hash = await dialog.getByRole('link', { name: 'View transaction' }).getAttribute('href')
    expect(hash).toMatch(/^https:\/\/x\.example\/tx\/0x[\da-f]{64}$/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy hash' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(hash?.slice(-66))
    await close()
  })

  test('behavior: the table has everything that is not hidden, and passes a strict policy', async () => {
    const { page, complaints, dialog, close } = await open({ past: 'demo', isStrict: true })
    await openAll(page)
    await rows(page).first().waitFor()
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^activity-0x[\da-fA-F]+\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    const lines = parse(text, { columns: true, bom: true }) as Record<string, string>[]
    expect(
      lines
        .filter(({ Kind }) => Kind === 'trade')
        .map(({ Direction, Amount, Symbol: sign }) => [Direction, Amount, sign]),
    ).toEqual([
      ['out', '1', 'ETH'],
      ['in', '2500', 'USDC'],
    ])
    expect(new Set(lines.map(({ Hash }) => Hash)).size).toBe(23)
    expect(lines.some(({ Name }) => Name?.includes('voucher'))).toBe(false)
    await dialog.getByRole('status').getByText('Saved 23 transactions').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('behavior: a failure is said, empties the list, and “Try again” begins anew', async () => {
    const { page, dialog, close } = await open({ past: 'many' })
    await openAll(page)
    await rows(page).nth(24).waitFor()
    await page.route('**/history?*', (route) =>
      route.fulfill({ status: 404, body: '{}', headers: { 'access-control-allow-origin': '*' } }),
    )
    await scrollToEnd(page)
    await dialog.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await dialog.getByText('Couldn’t load activity').count()).toBeGreaterThan(0)
    await page.getByRole('alert').getByText('Couldn’t load activity').waitFor()
    expect(await rows(page).count()).toBe(0)
    await page.unroute('**/history?*')
    const before = held.gateway?.asked.length ?? 0
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await rows(page).nth(24).waitFor()
    expect(held.gateway?.asked.slice(before).find((one) => one.includes('/history'))).not.toContain(
      'cursor',
    )
    await close()
  })

  test('behavior: a history that nobody keeps is said so: no failure, nothing to try again', async () => {
    const { page, dialog, close } = await open({ past: 'unkept' })
    await dialog.getByRole('tab', { name: 'Activity' }).click()
    await dialog.getByText('History isn’t available on Latchkey Devnet.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await page.getByRole('alert').getByText('Couldn’t load activity').count()).toBe(0)
    await close()
  })

  test('behavior: without a gateway, and where the owner does not want it, there is no tab; nothing else is missing', async () => {
    for (const how of [
      { past: 'demo', isAlone: true },
      { past: 'demo', setup: { kit: { features: { activity: false } } } },
    ] as const) {
      const { dialog, close } = await open(how as Open)
      await dialog.getByRole('list', { name: 'Token list' }).getByRole('listitem').first().waitFor()
      expect(await dialog.getByRole('tab').count()).toBe(0)
      await close()
    }
  })

  test('behavior: what this page has just sent comes first, and once when the gateway knows it too', async () => {
    const { page, dialog, close } = await open({ past: 'demo' })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill('grace.eth')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    const hash = await page.evaluate(
      () => Object.values(window.stage.kit.getState().transactions)[0]?.hash,
    )
    // Then the gateway has it as well.
    await page.route('**/history?*', async (route) => {
      const response = await route.fetch().catch(() => null)
      if (!response) return
      type Body = { data: { id: string; metadata: { hash: string } }[] }
      // A page that closes meanwhile takes its answers with it.
      const body: Body | null = await response.json().catch(() => null)
      if (!body) return
      const [first] = body.data
      if (first)
        body.data[0] = {
          ...first,
          metadata: { ...first.metadata, hash: hash?.toUpperCase().replace('X', 'x') ?? '' },
        }
      await route.fulfill({ response, json: body })
    })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('tab', { name: 'Activity' }).click()
    await rows(page).getByText('Sent 0.5 ETH to').waitFor()
    const sent = await rows(page).allTextContents()
    // That of the gateway is under way for it, and the chain has confirmed: the page knows better.
    expect(sent.filter((one) => /^Sent 0\.5 ETH to/.test(one))).toHaveLength(1)
    expect(sent.filter((one) => one.startsWith('Sending'))).toEqual([])
    await close()
  })
})

describe('activity of a gateway that lies', () => {
  test('behavior: markup is text, foreign pictures are not asked for, 500 transfers are one row', async () => {
    const { page, complaints, dialog, hosts, close } = await open({ past: 'hostile' })
    await openAll(page)
    await rows(page).nth(11).waitFor()
    const texts = await rows(page).allTextContents()
    expect(texts).toContain('Sent 1 T0 and 499 more to 0x3C44…93BC')
    expect(texts.some((text) => text.includes('<img src=x'))).toBe(true)
    expect(texts.join()).not.toMatch(/[\u202a-\u202e\u2066\u2067]/)
    // The one of another chain is not among them.
    expect(texts).toHaveLength(12)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect([...hosts].filter((host) => /tracker|img\.example/.test(host))).toEqual([])
    await rows(page).getByText('and 499 more').click()
    await dialog.getByRole('button', { name: 'Show all 500' }).click()
    await expect
      .poll(() => dialog.getByRole('list', { name: 'Moved' }).getByRole('listitem').count())
      .toBe(500)
    expect(complaints).toEqual([])
    await close()
  })

  test('behavior: cursors that lead in a circle come to an end', async () => {
    const { page, dialog, close } = await open({ past: 'circle' })
    const before = asked('/history')
    await openAll(page)
    await rows(page).nth(49).waitFor()
    await scrollToEnd(page)
    await dialog.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' })
    expect(await rows(page).count()).toBe(50)
    expect(asked('/history') - before).toBe(3)
    await close()
  })

  test('behavior: pages without end that show nothing are read on by a press only', async () => {
    const { page, dialog, close } = await open({ past: 'endless' })
    const before = asked('/history')
    await openAll(page)
    await dialog.getByText('Nothing but hidden').waitFor()
    await expect.poll(() => asked('/history') - before).toBe(4)
    const more = dialog
      .getByRole('button', { name: 'Load more' })
      .and(dialog.locator(':not([aria-busy=true])'))
    // Each press brings one page: had any come by itself meanwhile, there would be more of them.
    for (const count of [5, 6, 7]) {
      // The answer of the press before may still be on its way.
      await more.waitFor()
      await more.press('Enter')
      await expect.poll(() => asked('/history') - before).toBe(count)
    }
    // The last page is there, too, and none has followed it.
    await more.waitFor()
    expect(asked('/history') - before).toBe(7)
    await close()
  })

  test('behavior: 10,000 rows are reached by scrolling, and the dialog still answers', async () => {
    const { page, dialog, close } = await open({ past: 'many' })
    await openAll(page)
    await rows(page).first().waitFor()
    const most = await page.evaluate(async () => {
      const frame = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.frame')
      let drawn = 0
      for (let text = ''; !text.startsWith('Sent 10,000 USDC'); ) {
        frame?.scrollTo(0, frame.scrollHeight)
        await new Promise((resolve) => setTimeout(resolve, 30))
        const all = frame?.querySelectorAll('.event')
        drawn = Math.max(drawn, all?.length ?? 0)
        text = all?.item(all.length - 1).textContent ?? ''
      }
      return drawn
    })
    // Those far away are not drawn.
    expect(most).toBeLessThan(600)
    await page.evaluate(() =>
      document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.frame')?.scrollTo(0, 0),
    )
    await rows(page).getByText('Sent 1 USDC to', { exact: false }).first().waitFor()
    const began = Date.now()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('tab', { name: 'Activity', selected: true }).waitFor()
    expect(Date.now() - began).toBeLessThan(3000)
    await close()
  }, 480_000)
})

import { allWallets, wallets } from '@latchkey/catalog'
import { devnetChain } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise()
})
afterAll(() => held.theatre?.stop())

const gateway = { url: 'https://gateway.owner.test', project: 'demo' }
const custom = [{ id: 'own', name: 'Own Wallet', homepage: 'https://own.example' }]
const icon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** What the gateway lists: the snapshot's wallets and 120 more, with pictures of its own. */
const listed = [
  ...wallets(),
  ...Array.from({ length: 120 }, (_, i) => ({
    id: `more-${i}`,
    name: `More ${i}`,
    image_url: `${gateway.url}/image/${i}.png`,
    chains: ['eip155'],
  })),
]

/** A page in front of a gateway that answers `getWallets` as the protocol wants it. */
async function open(
  setup: Partial<Setup>,
  withGateway = false,
): Promise<{ page: Page; complaints: string[]; asked: URL[] }> {
  if (!held.theatre) throw new Error('no theatre')
  const asked: URL[] = []
  const { kit, ...rest } = setup
  const opened = await held.theatre.open(
    {
      chains: [{ ...devnetChain(), rpcUrls: [] }],
      kit: { ...kit, ...(withGateway && { gateway }) },
      ...rest,
    },
    {
      prepare: (page) =>
        page.route(`${gateway.url}/**`, async (route) => {
          const url = new URL(route.request().url())
          asked.push(url)
          const headers = { 'access-control-allow-origin': '*' }
          if (url.pathname.startsWith('/image/'))
            return route.fulfill({
              headers,
              contentType: 'image/png',
              body: Buffer.from(icon.split(',')[1] ?? '', 'base64'),
            })
          const get = (name: string) => url.searchParams.get(name) ?? ''
          const ids = get('include').split(',').filter(Boolean)
          const out = get('exclude').split(',').filter(Boolean)
          const found = listed.filter(
            ({ id, name }) =>
              name.toLowerCase().includes(get('search').toLowerCase()) &&
              (ids.length === 0 || ids.includes(id)) &&
              !out.includes(id),
          )
          const size = Number(get('entries') || 40)
          const start = (Number(get('page') || 1) - 1) * size
          return route.fulfill({
            headers,
            json: { count: found.length, data: found.slice(start, start + size) },
          })
        }),
    },
  )
  opened.page.setDefaultTimeout(stepTimeout)
  await opened.page.getByRole('button', { name: 'Connect wallet' }).click()
  return { ...opened, asked }
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const rows = async (page: Page, list: string): Promise<(string | null)[]> => {
  const found = dialogOf(page).getByRole('list', { name: list, exact: true })
  await found.waitFor()
  return found
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
}
async function all(page: Page): Promise<(string | null)[]> {
  await dialogOf(page).getByRole('button', { name: 'All wallets' }).click()
  await dialogOf(page).locator('[role=list][aria-busy=false], ul[aria-busy=false]').waitFor()
  return rows(page, 'Wallets')
}

describe('marks', () => {
  test('behavior: a wallet the owner says is certified has a sign, which is told in words too', async () => {
    const wallets = {
      custom: [
        { ...custom[0]!, badge_type: 'certified' },
        { ...custom[0]!, id: 'other', name: 'Other Wallet' },
      ],
    } as const
    const { page } = await open({ wallets: [], kit: { wallets } })
    await all(page)
    const cell = (name: string) => dialogOf(page).getByRole('button', { name, exact: true })
    const sign = (name: string) =>
      cell(name)
        .locator('.cell-name')
        .evaluate((element) => getComputedStyle(element, '::after').content)
    expect(await cell('Own Wallet').getAttribute('aria-description')).toBe('Certified')
    expect(await sign('Own Wallet')).toContain('✓')
    expect(await cell('Other Wallet').getAttribute('aria-description')).toBeNull()
    expect(await sign('Other Wallet')).toBe('none')
    await page.context().close()
  })
})

describe('the declared list is the list', () => {
  for (const withGateway of [false, true]) {
    const where = withGateway ? 'with a gateway' : 'without a gateway'
    test(`behavior: include, ${where}: these and no others, in this order`, async () => {
      const include = ['rainbow', 'metamask', ...(withGateway ? ['more-119'] : [])]
      const { page, complaints } = await open(
        { wallets: [], kit: { wallets: { include } } },
        withGateway,
      )
      expect(await rows(page, 'Popular')).toEqual(['Rainbow', 'MetaMask'])
      expect(await all(page)).toEqual(['Rainbow', 'MetaMask', ...(withGateway ? ['More 119'] : [])])
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test(`behavior: exclude, ${where}: never shown, not even when searched for`, async () => {
      const { page } = await open(
        { wallets: [], kit: { wallets: { exclude: ['metamask'] } } },
        withGateway,
      )
      expect(await rows(page, 'Popular')).not.toContain('MetaMask')
      expect(await all(page)).not.toContain('MetaMask')
      await dialogOf(page).getByRole('searchbox').fill('metamask')
      await dialogOf(page).getByText('No wallet found').waitFor()
      await page.context().close()
    })

    test(`behavior: featured and custom, ${where}: in the owner’s order, before the rest`, async () => {
      const { page } = await open(
        { wallets: [], kit: { wallets: { featured: ['rainbow', 'trust'], custom } } },
        withGateway,
      )
      expect((await rows(page, 'Popular')).slice(0, 3)).toEqual([
        'Rainbow',
        'Trust Wallet',
        'Own Wallet',
      ])
      expect((await all(page)).slice(0, 3)).toEqual(['Rainbow', 'Trust Wallet', 'Own Wallet'])
      await page.context().close()
    })
  }

  test('behavior: without a gateway the whole catalogue is searched, and may be named by explorer ids', async () => {
    const zengo = '9414d5a85c8f4eabc1b5b15ebe0cd399e1a2a9d35643ab0ad22a6e4a32f596f0'
    const one = await open({ wallets: [] })
    await all(one.page)
    await dialogOf(one.page).getByRole('searchbox').fill('zengo')
    await expect.poll(() => rows(one.page, 'Wallets')).toEqual(['Zengo Wallet'])
    expect(one.complaints).toEqual([])
    await one.page.context().close()
    const two = await open({ wallets: [], kit: { wallets: { exclude: [zengo] } } })
    await all(two.page)
    await dialogOf(two.page).getByRole('searchbox').fill('zengo')
    await dialogOf(two.page).getByText('No wallet found').waitFor()
    await two.page.context().close()
  })

  test('behavior: order moves the groups, and what is left out of it is not shown', async () => {
    const { page } = await open({
      kit: { wallets: { custom, order: ['custom', 'injected'] } },
    })
    const lists = dialogOf(page).getByRole('list')
    await lists.nth(1).waitFor()
    expect(await lists.evaluateAll((found) => found.map((one) => one.textContent))).toEqual([
      expect.stringContaining('Own Wallet'),
      expect.stringContaining('Foxglove'),
    ])
    expect(await rows(page, 'Popular')).toEqual(['Own Wallet'])
    await page.context().close()
  })

  test('behavior: an installed wallet that is excluded is not shown, and include names it by its rdns', async () => {
    const one = await open({ kit: { wallets: { exclude: ['test.foxglove'] } } })
    expect(await rows(one.page, 'Installed')).toEqual(['Harbor'])
    await one.page.context().close()
    const two = await open({ kit: { wallets: { include: ['test.foxglove'] } } })
    expect(await rows(two.page, 'Installed')).toEqual(['Foxglove'])
    expect(await dialogOf(two.page).getByRole('list', { name: 'Popular' }).count()).toBe(0)
    await two.page.context().close()
  })

  test('behavior: the search is trimmed, and the first twenty pictures come at once', async () => {
    const { page, asked } = await open({ wallets: [] }, true)
    await all(page)
    await dialogOf(page).getByRole('searchbox').fill('   More 119  ')
    await dialogOf(page).getByRole('button', { name: 'More 119' }).waitFor()
    expect(asked.map(({ searchParams }) => searchParams.get('search')).filter(Boolean)).toEqual([
      'More 119',
    ])
    await dialogOf(page).getByRole('searchbox').fill('more')
    const pictures = () =>
      asked.filter(({ pathname }) => pathname.startsWith('/image/')).map(({ pathname }) => pathname)
    await expect
      .poll(pictures)
      .toEqual(expect.arrayContaining(Array.from({ length: 20 }, (_, i) => `/image/${i}.png`)))
    await page.context().close()
  })

  test('behavior: the whole list can be scrolled to, beyond what the gateway gives at once', async () => {
    const { page } = await open({ wallets: [] }, true)
    await all(page)
    const last = dialogOf(page).getByRole('button', { name: 'More 119', exact: true })
    const items = dialogOf(page).getByRole('list', { name: 'Wallets' }).getByRole('listitem')
    let count = await items.count()
    while (!(await last.isVisible())) {
      await items.last().scrollIntoViewIfNeeded()
      await expect.poll(() => items.count()).toBeGreaterThan(count)
      count = await items.count()
    }
    expect(await last.isVisible()).toBe(true)
    await page.context().close()
  })
})

describe('a page of one family', () => {
  test.each(['solana', 'bip122'] as const)(
    'behavior: on a page of %s alone no list shows a wallet that cannot serve it',
    async (only) => {
      const { page } = await open({ wallets: [], families: { only }, hasPhone: true }, true)
      const foreign = new Set(
        allWallets()
          .filter(({ chains }) => chains && !chains.some((id) => id.startsWith(only)))
          .map(({ name }) => name),
      )
      expect(foreign.size).toBeGreaterThan(100)
      // Of the names that Connect, Get a wallet and the list give, the gateway's among them.
      const names = () => dialogOf(page).locator('.row-name, .cell-name').allTextContents()
      const seen = async () =>
        (await names()).filter((name) => foreign.has(name) || name.startsWith('More '))
      expect(await seen()).toEqual([])
      await all(page)
      const list = dialogOf(page).getByRole('list', { name: 'Wallets' })
      await expect.poll(() => list.getAttribute('aria-busy')).toBe('false')
      await expect.poll(async () => (await names()).length).toBeGreaterThan(5)
      expect(await seen()).toEqual([])
      // Found by none of its names either.
      await dialogOf(page).getByRole('searchbox').fill('rainbow')
      await dialogOf(page).getByRole('status').getByText('No wallet found').waitFor()
      await page.context().close()
    },
  )

  test('behavior: a wallet that the owner declares or names is shown as it is', async () => {
    const own = [
      { id: 'own', name: 'Own Wallet', homepage: 'https://own.example', chains: ['eip155'] },
    ]
    const { page } = await open({
      wallets: [],
      families: { only: 'solana' },
      kit: { wallets: { custom: own } },
    })
    await all(page)
    await dialogOf(page).getByRole('button', { name: 'Own Wallet', exact: true }).waitFor()
    await page.context().close()
    const named = await open({
      wallets: [],
      families: { only: 'solana' },
      kit: { wallets: { include: ['rainbow'] } },
    })
    await all(named.page)
    await dialogOf(named.page).getByRole('button', { name: 'Rainbow', exact: true }).waitFor()
    await named.page.context().close()
  })
})

describe('pictures', () => {
  test('behavior: the list comes with the first twenty of them, and after two seconds without', async () => {
    const { page } = await open({ wallets: [] }, true)
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`${gateway.url}/image/**`, async (route) => {
      await answered
      await route.abort().catch(() => {})
    })
    await all(page)
    await dialogOf(page).getByRole('searchbox').fill('More 1')
    const asked = page.waitForRequest(`${gateway.url}/image/**`)
    await asked
    const began = await page.evaluate(() => performance.now())
    await dialogOf(page).getByRole('button', { name: 'More 1', exact: true }).waitFor()
    const waited = (await page.evaluate(() => performance.now())) - began
    expect(waited).toBeGreaterThan(1_500)
    expect(waited).toBeLessThan(6_000)
    answer()
    await page.context().close()
  })

  test('behavior: one that the owner names comes through the gateway; without one the console says why not', async () => {
    const own = [{ id: 'own', name: 'Own Wallet', image_url: 'https://own.example/logo.png' }]
    const through = await open({ wallets: [], kit: { wallets: { custom: own } } }, true)
    await all(through.page)
    await expect
      .poll(() =>
        through.asked.find(({ pathname }) => pathname === '/v1/image')?.searchParams.get('url'),
      )
      .toBe('https://own.example/logo.png')
    await through.page.context().close()
    const { page } = await open({ wallets: [], kit: { wallets: { custom: own } } })
    const said = page.waitForEvent('console', (message) => message.text().includes('Own Wallet'))
    await all(page)
    expect((await said).text()).toBe(
      'Latchkey: without a gateway the picture of Own Wallet must be a data: address.',
    )
    await page.context().close()
  })
})

describe('white label', () => {
  test('behavior: no view names its maker', async () => {
    const { page } = await open({})
    const maker = /latchkey|powered/i
    const text = () =>
      dialogOf(page).evaluate((it) => `${it.textContent} ${it.getAttribute('aria-label') ?? ''}`)
    expect(await text()).not.toMatch(maker)
    await dialogOf(page).getByRole('button', { name: 'What is a wallet?' }).click()
    expect(await text()).not.toMatch(maker)
    await page.context().close()
  })

  test('behavior: accent, radius and font change live', async () => {
    const { page } = await open({ kit: { features: { collapseWallets: true } } })
    const dialog = dialogOf(page)
    const look = () =>
      dialog.evaluate((it) => {
        const primary = it.querySelector('.primary') as HTMLElement
        const corner = [it, ...it.querySelectorAll('*')].map(
          (one) => getComputedStyle(one).borderTopLeftRadius,
        )
        return {
          accent: getComputedStyle(primary).backgroundColor,
          font: getComputedStyle(primary).fontFamily,
          hasRadius: corner.includes('31px'),
        }
      })
    const before = await look()
    await page.evaluate(() =>
      window.stage.modal.setTheme({
        variables: { accent: 'rgb(1, 120, 3)', radius: '31px', font: 'Georgia, serif' },
      }),
    )
    expect(before).not.toMatchObject({ accent: 'rgb(1, 120, 3)' })
    await expect
      .poll(look)
      .toEqual({ accent: 'rgb(1, 120, 3)', font: 'Georgia, serif', hasRadius: true })
    await page.context().close()
  })
})

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { capturedEmails } from '../../../packages/gateway/src/data/email-schema.ts'
import { queryRows } from '../../../packages/gateway/src/features/operator/read-counts.ts'
import { seededOrderId, seedOrders } from '../../../packages/gateway/src/test/seed-orders.ts'
import { drawFrames } from '../../../tests/helpers/settle-page.ts'
import { axeFaults, startWorld, token, type World } from './test/test-world.ts'

const hostile = '"><img src=x onerror="window.hit=1"><script>window.hit=1</script>'
const phone = { viewport: { width: 390, height: 844 } }
/** More than a page of them; one visitor gave hers for three accounts. */
const emails = Array.from({ length: 120 }, (_, at) => ({
  projectId: 'demo',
  account: `eip155:1:0x${String(at).padStart(40, '0')}`,
  email:
    at === 7
      ? `${hostile}@mail.example`
      : at % 50 === 3
        ? 'ada@mail.example'
        : `visitor${at}@mail.example`,
  confirmedAt: Date.UTC(2026, 9, 1) + at * 3_600_000,
}))

describe('dashboard', () => {
  const run = {} as { world: World; truth: Record<string, number>; wallets: Record<string, number> }
  const pages: Page[] = []

  beforeAll(async () => {
    const since = sql`at >= date_trunc('day', now(), 'UTC') - interval '29 days'`
    run.world = await startWorld(async (db) => {
      const counts = await queryRows<{ event: string; n: string }>(
        db,
        sql`select event, count(*) as n from events where ${since} group by 1`,
      )
      run.truth = Object.fromEntries(counts.map(({ event, n }) => [event, Number(n)]))
      const wallets = await queryRows<{ name: string; n: string }>(
        db,
        sql`select properties->>'name' as name, count(*) as n from events where ${since} and event = 'CONNECT_SUCCESS' group by 1`,
      )
      run.wallets = Object.fromEntries(wallets.map(({ name, n }) => [name, Number(n)]))
      await db.insert(capturedEmails).values(emails)
      await seedOrders(db, { projectId: 'demo', now: Date.now() })
    })
  }, 300_000)
  afterAll(() => run.world?.stop())
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      await page.context().close()
    }
  })

  const enter = async (options?: Parameters<World['enter']>[0]) => {
    const opened = await run.world.enter(options)
    pages.push(opened.page)
    return opened
  }
  const open = async (options?: BrowserContextOptions & { at?: string }) => {
    const opened = await run.world.open(options)
    pages.push(opened.page)
    return opened
  }
  const view = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click()
  const send = (event: object, projectId = 'demo') =>
    fetch(`${run.world.gateway.url}/batch?projectId=${projectId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([
        {
          eventId: randomUUID(),
          url: 'http://localhost/',
          domain: 'localhost',
          timestamp: 1,
          props: { type: 'track', visit: randomUUID(), ...event },
        },
      ]),
    })
  const makeKey = async (scope: string) =>
    (
      await run.world.ask('POST', '/operator/v1/keys', {
        label: `${scope} ${randomUUID().slice(0, 8)}`,
        scope,
      })
    ).json as {
      id: string
      token: string
      label: string
    }

  test('default: what is on the screen is what the events say', async () => {
    const { page, complaints } = await enter({ at: '#/demo/overview?range=30d', locale: 'en-GB' })
    const { truth, wallets } = run
    const figures = page.locator('dl')
    const count = (event: string) => truth[event] ?? 0
    const figure = (name: string) =>
      figures
        .locator('div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('.figure')
        .textContent()
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    expect(await figure('Opens')).toBe(String(count('MODAL_OPEN')))
    expect(await figure('Connects')).toBe(String(count('CONNECT_SUCCESS')))
    expect(await figure('Declined')).toBe(String(count('USER_REJECTED')))
    expect(await figure('Failed')).toBe(String(count('CONNECT_ERROR')))
    const attempts = count('CONNECT_SUCCESS') + count('USER_REJECTED') + count('CONNECT_ERROR')
    const rate = Math.round((count('CONNECT_SUCCESS') / attempts) * 1000) / 10
    expect(await figure('Success rate')).toBe(`${rate}%`)
    const shown = await page
      .getByRole('list', { name: 'Wallets: connections by wallet' })
      .getByRole('listitem')
      .allInnerTexts()
    const read = shown.map((text) => text.split(/\s+/))
    expect(Object.fromEntries(read.map(([name, n]) => [name, Number(n)]))).toEqual(wallets)
    const cells = (row: string) =>
      page.getByRole('row', { name: row }).getByRole('cell').allInnerTexts()
    expect(await cells('Swaps')).toEqual(
      [count('INITIATE_SWAP'), count('SWAP_SUCCESS'), count('SWAP_ERROR')].map(String),
    )
    expect(await cells('Sends')).toEqual(
      [count('SEND_INITIATED'), count('SEND_SUCCESS'), count('SEND_REJECTED')].map(String),
    )
    const funnel = page
      .getByRole('region', { name: 'Where visitors give up' })
      .getByRole('listitem')
    expect(await funnel.first().innerText()).toContain(String(count('MODAL_OPEN')))
    expect(await funnel.last().innerText()).toContain(String(count('CONNECT_SUCCESS')))
    await page.getByRole('button', { name: 'Opens and connections as a table' }).click()
    const table = page.getByRole('table', { name: 'Opens and connections as a table' })
    const rows = await table.getByRole('row').allInnerTexts()
    expect(rows).toHaveLength(31)
    const opens = rows.slice(1).reduce((sum, row) => sum + Number(row.split('\t')[1]), 0)
    expect(opens).toBe(count('MODAL_OPEN'))
    expect(complaints).toEqual([])
  })

  describe('behavior: signing in', () => {
    test('a wrong token is refused in words, and nothing is kept', async () => {
      const { page } = await open()
      await page.getByLabel('Operator token').fill('x'.repeat(40))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').filter({ hasText: 'This token is unknown' }).waitFor()
      expect(
        await page
          .getByLabel('Operator token')
          .evaluate((field) => field === document.activeElement),
      ).toBe(true)
      expect(
        await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie]),
      ).toEqual([0, 0, ''])
    })

    test('an empty field is answered at once', async () => {
      const { page } = await open()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').filter({ hasText: 'Enter the token' }).waitFor()
    })

    test('the token outlives a reload in this tab alone, and ends with "Sign out"; it is in no cookie, no address', async () => {
      const { page } = await enter()
      await page.reload()
      await page.getByRole('navigation', { name: 'Views' }).waitFor()
      expect(
        await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie]),
      ).toEqual([1, 0, ''])
      expect(page.url()).not.toContain(token)
      const other = await page.context().newPage()
      await other.goto(page.url())
      await other.getByLabel('Operator token').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('Operator token').waitFor()
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    })

    test('a key that is revoked meanwhile ends the session and says why', async () => {
      const key = await makeKey('read')
      const { page } = await enter({ token: key.token })
      await page.getByRole('heading', { name: 'Wallets' }).waitFor()
      await run.world.ask('DELETE', `/operator/v1/keys/${key.id}`)
      await page.getByLabel('24 hours').click()
      await page.getByRole('alert').filter({ hasText: 'This key has been revoked' }).waitFor()
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    })
  })

  test('behavior: a key to read sees, and can change nothing', async () => {
    const key = await makeKey('read')
    const { page } = await enter({ token: key.token, at: '#/demo/project' })
    await page.getByText('This key may read only.').waitFor()
    expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0)
    expect(
      await page
        .getByLabel('Allowed origins')
        .evaluate((field: HTMLTextAreaElement) => field.readOnly),
    ).toBe(true)
    await view(page, 'Emails')
    await page.getByText('addresses are not shown to it').waitFor()
    expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0)
    await view(page, 'Keys')
    await page.getByText('operator keys are not shown').waitFor()
    expect(await page.getByRole('button', { name: /Make|Revoke|Set|Forget/ }).count()).toBe(0)
    const body = { origins: [], features: [], analytics: true }
    expect(await run.world.ask('PUT', '/operator/v1/projects/demo', body, key.token)).toMatchObject(
      { status: 403 },
    )
  })

  test('behavior: a project is edited into force without a restart', async () => {
    const origin = 'https://shop.example'
    const call = () =>
      fetch(`${run.world.gateway.url}/appkit/v1/config?projectId=demo`, { headers: { origin } })
    expect((await call()).status).toBe(403)
    const { page } = await enter({ at: '#/demo/project' })
    const field = page.getByLabel('Allowed origins')
    await field.fill(`${origin}\nshop without a scheme`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: '“shop without a scheme”: must look like https://shop.example' })
      .waitFor()
    expect((await call()).status).toBe(403)
    await field.fill(origin)
    await page.getByLabel('Swap', { exact: true }).selectOption('On')
    await page.getByLabel('Options of Swap').fill('Pools')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await expect
      .poll(async () => (await call()).status, { timeout: 15_000, interval: 250 })
      .toBe(200)
    const { features } = (await (await call()).json()) as { features: { id: string }[] }
    expect(features.find(({ id }) => id === 'swap')).toEqual({
      id: 'swap',
      isEnabled: true,
      config: ['Pools'],
    })
  })

  test('behavior: a project is made, found, and deleted after a question', async () => {
    const { page } = await enter()
    await page.getByRole('link', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('demo')
    await page.getByRole('button', { name: 'Make the project' }).click()
    await page.getByRole('alert').filter({ hasText: 'There is a project demo already' }).waitFor()
    await page.getByLabel('Name').fill('second')
    await page.getByRole('button', { name: 'Make the project' }).click()
    await page.getByRole('heading', { name: 'Project second' }).waitFor()
    await page.getByRole('button', { name: 'Delete project' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete project' }).click()
    await page
      .getByRole('dialog', { name: 'Delete second?' })
      .getByRole('button', { name: 'Delete second' })
      .click()
    await page.getByRole('heading', { name: 'Overview of demo' }).waitFor()
    expect((await run.world.ask('GET', '/operator/v1/projects/second/overview')).status).toBe(404)
  })

  test('behavior: a key is shown once, copied, and revoked after a question', async () => {
    const { page } = await enter({
      at: '#/@access',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByLabel('What the key is for').fill('Grafana')
    await page.getByRole('button', { name: 'Make a key' }).click()
    const shown = page.getByLabel(/copy it now/)
    const made = await shown.inputValue()
    await page.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made)
    expect((await run.world.ask('GET', '/operator/v1/session', undefined, made)).status).toBe(200)
    await page.getByRole('button', { name: 'I have it' }).click()
    expect(await page.locator('body').innerText()).not.toContain(made)
    await page.getByRole('button', { name: 'Revoke Grafana' }).click()
    await page.getByRole('button', { name: 'Revoke for good' }).click()
    await page.getByText('Revoked').first().waitFor()
    expect((await run.world.ask('GET', '/operator/v1/session', undefined, made)).status).toBe(401)
  })

  test('behavior: addresses of visitors are shown page by page, found, saved as CSV, and deleted after a question', async () => {
    const { page, complaints } = await enter({ at: '#/demo/emails' })
    await page.getByRole('heading', { name: '120 addresses' }).waitFor()
    const items = page.getByRole('list', { name: 'Emails, newest first' }).getByRole('listitem')
    expect(await items.count()).toBe(100)
    expect(await items.first().innerText()).toContain('visitor119@mail.example')
    await page.getByRole('button', { name: 'Show more' }).click()
    await items.nth(119).waitFor()
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    expect(await items.nth(112).innerText()).toContain('onerror')
    expect(
      await page.evaluate(() => [document.querySelectorAll('img').length, 'hit' in window]),
    ).toEqual([0, false])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('emails-demo.csv')
    const saved = await readFile(await download.path(), 'utf8')
    expect(saved.trim().split('\r\n')).toHaveLength(121)

    const search = page.getByRole('searchbox', { name: 'Address or account' })
    await search.fill('ADA@')
    await search.press('Enter')
    await page.getByRole('heading', { name: '3 found' }).waitFor()
    const remove = page.getByRole('button', {
      name: `Delete ada@mail.example of ${emails[3]?.account}`,
    })
    await remove.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await remove.click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('heading', { name: '2 found' }).waitFor()
    expect(await remove.count()).toBe(0)
    await page
      .getByRole('button', { name: /^Delete ada@/ })
      .first()
      .click()
    await page.getByRole('checkbox', { name: /At every account/ }).check()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await search.fill('')
    await page.getByRole('heading', { name: '117 addresses' }).waitFor()
    expect(
      await run.world.ask('GET', '/operator/v1/projects/demo/emails?search=ada'),
    ).toMatchObject({
      json: { total: 0 },
    })
    expect(complaints).toEqual([])
    await page.getByRole('combobox').selectOption('quiet')
    await page.getByRole('heading', { name: 'No address yet' }).waitFor()
  })

  test('behavior: an upstream key is written and never read back', async () => {
    const { page } = await enter({ at: '#/@access' })
    await page.getByLabel('Prices', { exact: true }).fill('upstream-secret')
    const answers: string[] = []
    page.on('response', async (response) => answers.push(await response.text().catch(() => '')))
    await page.getByRole('button', { name: 'Set the key for Prices' }).click()
    await page.getByText(/^Set here/).waitFor()
    expect(await page.getByLabel('Prices', { exact: true }).inputValue()).toBe('')
    expect(answers.join('')).not.toContain('upstream-secret')
    await page.getByRole('button', { name: 'Forget the key for Prices' }).click()
    await page.getByRole('status').filter({ hasText: 'forgotten' }).waitFor()
  })

  test('behavior: how long events are kept is set, refused with a reason, and left to the file again', async () => {
    const { page } = await enter({ at: '#/@access' })
    const days = page.getByLabel('Days events are kept', { exact: true })
    await days.fill('0')
    await page.getByRole('button', { name: 'Save: Days events are kept' }).click()
    await page.getByRole('alert').filter({ hasText: 'must be 1 to 3650 days' }).waitFor()
    await days.fill('30')
    await page.getByRole('button', { name: 'Save: Days events are kept' }).click()
    await page.getByText(/^Set here/).waitFor()
    const { json } = await run.world.ask('GET', '/operator/v1/settings')
    expect((json as { settings: object[] }).settings).toContainEqual(
      expect.objectContaining({ path: 'analytics.keepDays', value: '30' }),
    )
    await page.getByRole('button', { name: 'As in latchkey.json: Days events are kept' }).click()
    await page
      .getByRole('listitem')
      .filter({ has: days })
      .getByText('As in latchkey.json.')
      .waitFor()
    expect(await days.inputValue()).toBe('90')
  })

  test('behavior: what pages tell is text, whatever stands in it', async () => {
    const { page, complaints } = await enter({ at: '#/demo/live' })
    await page.getByText('Listening').waitFor()
    const properties = {
      name: hostile,
      platform: 'browser',
      device: hostile,
      code: hostile,
      [hostile]: hostile,
    }
    expect((await send({ event: 'CONNECT_SUCCESS', properties })).status).toBe(204)
    const entry = page
      .getByRole('list', { name: 'Events, newest first' })
      .getByRole('listitem')
      .first()
    await entry.filter({ hasText: 'CONNECT_SUCCESS' }).waitFor()
    expect(await entry.innerText()).toContain('onerror')
    await view(page, 'Overview')
    await page.getByLabel('24 hours').click()
    await page
      .getByRole('list', { name: 'Wallets: connections by wallet' })
      .getByText('onerror', { exact: false })
      .waitFor()
    expect(
      await page.evaluate(() => [
        document.querySelectorAll('img, script:not([src])').length,
        'hit' in window,
      ]),
    ).toEqual([0, false])
    expect(complaints).toEqual([])
  })

  test('behavior: the live tail tells what comes, and rests when paused', async () => {
    const key = await makeKey('read')
    const { page } = await enter({ at: '#/demo/live', token: key.token })
    const list = page.getByRole('list', { name: 'Events, newest first' })
    await page.getByText('Listening').waitFor()
    await send({ event: 'OPEN_SEND' })
    await list.getByText('OPEN_SEND').waitFor()
    await page.getByLabel('Filter by name').fill('swap')
    await page.getByText('None of these names.').waitFor()
    await page.getByLabel('Filter by name').fill('')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused').waitFor()
    await send({ event: 'OPEN_SWAP' })
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Listening').waitFor()
    await send({ event: 'CLICK_NETWORKS' })
    await list.getByText('CLICK_NETWORKS').waitFor()
    expect(await list.getByText('OPEN_SWAP').count()).toBe(0)
  })

  test('behavior: a project where nothing happened says so', async () => {
    const { page, complaints } = await enter({ at: '#/quiet/overview' })
    await page.getByText('Nothing happened in these 7 days.', { exact: false }).waitFor()
    await page.getByText('Analytics are off for this project', { exact: false }).waitFor()
    await page.getByText('No error came in this time.').waitFor()
    expect(complaints).toEqual([])
  })

  test('behavior: a gateway that does not answer is said, with a way on', async () => {
    const { page } = await enter({ at: '#/demo/overview?range=30d' })
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    await page.route('**/overview?*', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>no</h1>' }),
    )
    await page.getByLabel('90 days').click()
    const alert = page.getByRole('alert').filter({ hasText: 'The gateway answered 500' })
    await alert.waitFor()
    await page.unroute('**/overview?*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
  })

  test('behavior: orders are listed by state, found, saved as CSV, accepted, and noted as refunded', async () => {
    const { page, complaints } = await enter({ at: '#/demo/orders' })
    await page.getByRole('heading', { name: '8 orders' }).waitFor()
    const items = page.getByRole('list', { name: 'Orders, newest first' }).getByRole('listitem')
    expect(await items.count()).toBe(8)
    expect(await items.last().innerText()).toContain('onerror')
    expect(
      await page.evaluate(() => [document.querySelectorAll('img').length, 'hit' in window]),
    ).toEqual([0, false])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('orders-demo.csv')
    const saved = await readFile(await download.path(), 'utf8')
    expect(saved.trim().split('\r\n')).toHaveLength(9)
    expect(saved).toContain("'=1+1")
    const search = page.getByRole('searchbox', { name: 'Reference, title, id or transaction' })
    await search.fill('a-1003')
    await search.press('Enter')
    await page.getByRole('heading', { name: '1 found' }).waitFor()
    await search.fill('')
    await page.getByRole('combobox', { name: 'State' }).selectOption('late')
    await page.getByRole('heading', { name: '1 found' }).waitFor()

    await items.getByRole('link', { name: 'Two tickets' }).click()
    await page.getByRole('heading', { name: 'Two tickets' }).waitFor()
    await page.getByRole('button', { name: 'Accept the payment' }).click()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('The order is settled', { exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Accept the payment' }).count())
      .toBe(0)
    await page.getByRole('button', { name: 'Note a refund' }).click()
    await page.getByRole('button', { name: 'Note it for good' }).click()
    await page.getByText('Say what was done').waitFor()
    await page.getByLabel('What was done').fill('Paid back on Monday')
    await page.getByLabel('Transaction, if there is one').fill('0x12')
    await page.getByRole('button', { name: 'Note it for good' }).click()
    await page.getByText('A transaction hash is 0x and 64 hex digits').waitFor()
    await page.getByLabel('Transaction, if there is one').fill(`0x${'ab'.repeat(32)}`)
    await page.getByRole('button', { name: 'Note it for good' }).click()
    await page.getByText('Paid back on Monday').waitFor()
    expect(
      await run.world.ask('GET', `/operator/v1/projects/demo/orders/${seededOrderId(3)}`),
    ).toMatchObject({ json: { order: { state: 'refunded' } } })
    expect(complaints).toEqual([])
  })

  test('behavior: a secret and a webhook are made, each secret shown once', async () => {
    const { page, complaints } = await enter({ at: '#/quiet/orders' })
    await page.getByRole('heading', { name: 'No order yet' }).waitFor()
    await page.getByLabel('What the secret is for').fill('Shop server')
    await page.getByRole('button', { name: 'Make a secret' }).click()
    const secret = page.getByRole('textbox', { name: /Secret “Shop server”/ })
    expect(await secret.inputValue()).toMatch(/^lks_/)
    await page.getByRole('button', { name: 'I have it' }).click()
    await page.getByRole('button', { name: 'Revoke Shop server' }).click()
    await page.getByRole('button', { name: 'Revoke for good' }).click()
    await page.getByText('Revoked').first().waitFor()
    await page.getByLabel('Address', { exact: true }).fill('http://shop.example/orders')
    await page.getByRole('button', { name: 'Set the webhook' }).click()
    await page.getByText('url: is not encrypted').waitFor()
    await page.getByLabel('Address', { exact: true }).fill('https://shop.example/orders')
    await page.getByRole('button', { name: 'Set the webhook' }).click()
    const signing = page.getByRole('textbox', { name: /Webhook secret/ })
    expect(await signing.inputValue()).toMatch(/^lkw_/)
    const first = await signing.inputValue()
    await page.getByRole('button', { name: 'Make a new webhook secret' }).click()
    await page.getByRole('button', { name: 'Make a new one' }).click()
    await expect.poll(() => signing.inputValue()).not.toBe(first)
    await page.getByRole('button', { name: 'Remove the webhook' }).click()
    await page.getByRole('button', { name: 'Remove for good' }).click()
    await page.getByText('The webhook is removed').waitFor()
    // The gateway refuses a wrong webhook address with HTTP status 400, which the browser logs. The
    // browser must have logged nothing else.
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
  })

  describe('behavior: axe finds nothing', () => {
    const looks = ['light', 'dark'].flatMap((colorScheme) =>
      [{ viewport: { width: 1180, height: 900 } }, phone].map(
        (form) => ({ colorScheme, ...form }) as BrowserContextOptions,
      ),
    )
    test.each(looks)('%j', { timeout: 240_000 }, async (look) => {
      const first = await open(look)
      expect(await axeFaults(first.page)).toEqual([])
      const { page, complaints } = await enter({ ...look, at: '#/demo/overview?range=30d' })
      await page.getByRole('heading', { name: 'Wallets' }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Errors over time as a table' }).click()
      expect(await axeFaults(page)).toEqual([])
      for (const [name, heading] of [
        ['Live', 'Live events of demo'],
        ['Emails', 'Emails of demo'],
        ['Orders', 'Orders of demo'],
        ['Project', 'Project demo'],
        ['Keys', 'Keys'],
      ] as const) {
        await view(page, name)
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        expect({ name, faults: await axeFaults(page) }).toEqual({ name, faults: [] })
      }
      await view(page, 'Orders')
      await page.getByRole('link', { name: 'Season ticket' }).click()
      await page.getByRole('button', { name: 'Note a refund' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect(await axeFaults(page)).toEqual([])
      await view(page, 'Project')
      await page.getByRole('button', { name: 'Delete project' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(complaints).toEqual([])
    })

    test('but would find what is planted', async () => {
      const { page } = await open()
      await page.evaluate(() =>
        document.querySelector('main')?.append(document.createElement('button')),
      )
      expect(await axeFaults(page)).toEqual([expect.stringContaining('button-name')])
    })
  })

  test('behavior: everything is done by keyboard', { timeout: 180_000 }, async () => {
    const { page } = await open({ at: '#/demo/overview?range=30d' })
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document
        return (
          at?.getAttribute('aria-label') ??
          at?.closest('label')?.textContent ??
          at?.textContent ??
          ''
        )
      })
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        if ((await focused()).includes(name)) return
      }
      throw new Error(`no way to "${name}" by Tab`)
    }
    // Tab in a page with nothing in it yet leaves the page.
    await page.getByLabel('Operator token').waitFor()
    await tabTo('Operator token')
    await page.keyboard.type(token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    await tabTo('Skip to the contents')
    await page.keyboard.press('Enter')
    await tabTo('30 days')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/range=90d/)
    await tabTo('Opens and connections as a table')
    await page.keyboard.press('Space')
    await page.getByRole('table', { name: 'Opens and connections as a table' }).waitFor()
    await tabTo('Opens and connections as a table')
    await page.keyboard.press('End')
    await page.reload()
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    await tabTo('Project')
    for (let presses = 0; presses < 9 && (await focused()) !== 'Project'; presses++) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Project demo' }).waitFor()
    await expect.poll(focused).toBe('Project demo')
    await tabTo('Delete project')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Delete demo?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Delete project')
  })

  test.each([
    ['200 % zoom', { width: 640, height: 450 }],
    ['400 % zoom and the smallest phones', { width: 320, height: 568 }],
  ])('behavior: %s: nothing is cut off sideways', async (_, viewport) => {
    const { page } = await enter({ viewport, at: '#/demo/overview?range=30d' })
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    for (const [name, heading] of [
      ['Overview', 'Overview of demo'],
      ['Live', 'Live events of demo'],
      ['Emails', 'Emails of demo'],
      ['Orders', 'Orders of demo'],
      ['Project', 'Project demo'],
      ['Keys', 'Keys'],
    ] as const) {
      await view(page, name)
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      await drawFrames(page)
      expect({
        name,
        room: await page.evaluate(() => document.documentElement.scrollWidth),
      }).toEqual({
        name,
        room: viewport.width,
      })
    }
  })

  test('behavior: with reduced motion nothing moves', async () => {
    const { page } = await enter({ reducedMotion: 'reduce', at: '#/demo/overview' })
    await page.route('**/overview?*', () => {})
    await page.getByLabel('90 days').click()
    await page.reload()
    await page.getByText('Loading the overview').first().waitFor({ state: 'attached' })
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })

  test('behavior: a policy of its own: no script, style or picture but its own, no frame around it', async () => {
    const { page, complaints } = await enter()
    const response = await page.goto(page.url().split('#')[0] ?? '')
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(complaints).toEqual([])
    await page.evaluate(() => {
      const policy = (
        globalThis as {
          trustedTypes?: {
            createPolicy(name: string, rules: object): { createScript(text: string): string }
          }
        }
      ).trustedTypes
      const script = document.createElement('script')
      script.textContent =
        policy
          ?.createPolicy('test', { createScript: (text: string) => text })
          .createScript('window.hit = 1') ?? ''
      document.head.append(script)
    })
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    expect(complaints.join()).toMatch(/Content Security Policy/)
  })

  test('behavior: nothing is asked of anybody but the gateway', async () => {
    const { page } = await open()
    const hosts = new Set<string>()
    page.on('request', (request) =>
      hosts.add(new URL(request.url()).protocol === 'data:' ? '' : new URL(request.url()).host),
    )
    await page.reload()
    await page.getByLabel('Operator token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Wallets' }).waitFor()
    expect([...hosts].filter(Boolean)).toEqual([new URL(page.url()).host])
  })
})

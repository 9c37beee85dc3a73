import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as scenes from './scenes.ts'
import { axeFaults, type Opened, startWindows, type WindowsWorld } from './windows-world.ts'

const run = {} as { world: WindowsWorld }
const opened: Opened[] = []
beforeAll(async () => {
  run.world = await startWindows()
}, 120_000)
afterAll(() => run.world?.stop())
afterEach(async () => {
  for (const { page } of opened.splice(0)) await page.context().close()
})

const open = async (...given: Parameters<WindowsWorld['open']>): Promise<Opened> => {
  const one = await run.world.open(...given)
  opened.push(one)
  return one
}
const button = ({ window }: Opened, name: string) => window.getByRole('button', { name, exact: true })
const asks = async (one: Opened, call: string) => (await one.told()).filter((message) => message.call === call)
const stale = { ...scenes.vaultAccount, freshFor: 0 }
const asked = { challenge: 'c'.repeat(43), expiresAt: 1, resendAt: 1 }

describe('a fresh proof', () => {
  test('default: an old sign-in types a mailed code first; then the keys are asked for', async () => {
    const answers = {
      ...{ 'GET /api/account': stale, 'POST /api/proof/start': asked },
      'POST /api/proof/verify': 'code-wrong' as unknown,
    }
    const one = await open('export', { answers: { hello: scenes.ready('export'), asks: answers } })
    await button(one, 'Show words and keys').click()
    await one.window.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    expect(await axeFaults(one.window)).toEqual([])
    expect((await one.told()).some(({ type }) => type === 'latchkey-window-export')).toBe(false)
    await one.window.getByLabel('The six digits').fill('000000')
    await button(one, 'Confirm').click()
    await one.window.getByText('Those are not the digits we sent.').waitFor()
    await one.frame.evaluate(() => {
      const state = window as unknown as { answers: { asks: Record<string, unknown> } }
      state.answers.asks['POST /api/proof/verify'] = {}
    })
    await one.window.getByLabel('The six digits').fill('123 456')
    await button(one, 'Confirm').click()
    await expect.poll(async () => (await one.told()).map(({ type }) => type)).toContain('latchkey-window-export')
    expect((await asks(one, 'POST /api/proof/verify')).at(-1)?.body).toEqual({
      ...{ challenge: asked.challenge },
      code: '123456',
    })
    expect(await asks(one, 'POST /api/proof/start')).toHaveLength(1)
  })

  test('behavior: a fresh sign-in is asked for nothing; an account without an address is told what to do', async () => {
    const fresh = { 'GET /api/account': { ...scenes.vaultAccount, freshFor: 599 }, 'POST /api/account/delete': {} }
    const one = await open('delete', { answers: { hello: scenes.ready('delete'), asks: fresh } })
    await one.window.getByRole('textbox').fill('delete')
    await button(one, 'Delete for ever').click()
    await one.window.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    const social = { 'GET /api/account': stale, 'POST /api/proof/start': 'recovery-failed' }
    const other = await open('export', { answers: { hello: scenes.ready('export'), asks: social } })
    await button(other, 'Show words and keys').click()
    await other.window.getByText('sign out on the page, sign in again').waitFor()
    expect((await other.told()).some(({ type }) => type === 'latchkey-window-export')).toBe(false)
  })
})

describe('requests to the operator', () => {
  const operator = [{ id: 'm0', kind: 'operator', createdAt: 1 }]
  const hello = { type: 'latchkey-frame-recover', methods: [], sealTo: 'B'.repeat(87) }

  test('default: a device without a share asks, is told its number, and may stop it', async () => {
    const answers = { 'GET /api/account': { ...stale, methods: operator }, 'POST /api/recovery/ask': {} }
    const one = await open('recover', { answers: { hello, asks: answers } })
    await button(one, 'Ask the operator').waitFor()
    expect(await axeFaults(one.window)).toEqual([])
    await one.frame.evaluate(
      (account) => {
        const state = window as unknown as { answers: { asks: Record<string, unknown> } }
        state.answers.asks['GET /api/account'] = account
      },
      { ...stale, methods: operator, requests: [scenes.ownRequest] } as object,
    )
    await button(one, 'Ask the operator').click()
    await one.window.getByText('1234 5678').waitFor()
    expect(await asks(one, 'POST /api/recovery/ask')).toHaveLength(1)
    await button(one, 'Stop this request').click()
    await expect.poll(async () => (await asks(one, 'POST /api/recovery/stop'))[0]?.body).toEqual({ device: 'd1' })
  })

  test('behavior: where the operator keeps nothing there is nobody to ask', async () => {
    const one = await open('recover', { answers: { hello, asks: { 'GET /api/account': stale } } })
    await one.window.getByText('No passkey or password was set up').waitFor()
    await expect.poll(() => asks(one, 'GET /api/account')).toHaveLength(1)
    expect(await button(one, 'Ask the operator').count()).toBe(0)
  })

  test('behavior: a device that holds the wallet sees it where it signs, and stops it under Devices', async () => {
    const account = { ...scenes.vaultAccount, requests: [scenes.foreignRequest] }
    const answers = {
      'GET /api/account': account,
      'GET /api/account/history': scenes.history,
      'POST /api/recovery/stop': {},
    }
    const signing = await open('approve', { answers: { hello: scenes.payment, asks: answers } })
    await signing.window
      .getByText('Somebody asks the operator to open this wallet on another device. If that')
      .waitFor()
    const one = await open('devices', { answers: { hello: scenes.ready('devices'), asks: answers } })
    await button(one, 'Stop the request of Firefox on Windows, shop.example').click()
    await button(one, 'Yes, stop the request of Firefox on Windows, shop.example').click()
    await expect.poll(async () => (await asks(one, 'POST /api/recovery/stop'))[0]?.body).toEqual({ device: 'd3' })
    await one.window.getByText('What was done').click()
    await one.window.getByText('Keys exported').waitFor()
    expect(await one.window.getByText('The operator was asked to open the wallet').count()).toBe(1)
    expect(await axeFaults(one.window)).toEqual([])
  })

  test('behavior: a frozen account says so under Devices, and is unfrozen after a proof', async () => {
    const answers = {
      ...{ 'GET /api/account': { ...stale, frozenAt: 1_763_000_000_000 }, 'GET /api/account/history': { lines: [] } },
      ...{ 'POST /api/proof/start': asked, 'POST /api/proof/verify': {}, 'POST /api/account/unfreeze': {} },
    }
    const one = await open('devices', { answers: { hello: scenes.ready('devices'), asks: answers } })
    await one.window.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
    await button(one, 'End the freeze').click()
    await one.window.getByLabel('The six digits').fill('123456')
    expect(await asks(one, 'POST /api/account/unfreeze')).toHaveLength(0)
    await button(one, 'Confirm').click()
    await expect.poll(() => asks(one, 'POST /api/account/unfreeze')).toHaveLength(1)
  })
})

describe('the link of a notice', () => {
  const link = 'a'.repeat(64)
  const visit = async (what: string | null) => {
    const used: unknown[] = []
    run.world.api = (path, body) => {
      if (what === null)
        return { status: 404, body: { status: 'FAILED', reasons: [{ field: 'vault-refused', description: '' }] } }
      if (path.endsWith('/use')) used.push(body)
      return { body: path.endsWith('/look') ? { what } : {} }
    }
    const context = await run.world.browser.newContext()
    const window = await context.newPage()
    await window.goto(`${run.world.vault}/p/stop/demo#${link}`)
    return { window, used, close: () => context.close() }
  }

  test('default: opening it does nothing, its button freezes; the address keeps nothing', async () => {
    const { window, used, close } = await visit('freeze')
    await window.getByRole('heading', { name: 'Freeze the account?' }).waitFor()
    expect([used, window.url().includes('#')]).toEqual([[], false])
    expect(await axeFaults(window)).toEqual([])
    await window.getByRole('button', { name: 'This was not me: freeze it' }).click()
    await window.getByRole('heading', { name: 'The account is frozen' }).waitFor()
    expect(used).toEqual([{ link }])
    await close()
  })

  test('behavior: one that is over is said to be; one of a request stops that alone', async () => {
    const over = await visit(null)
    await over.window.getByText('This link was used already').waitFor()
    await over.close()
    const one = await visit('stop-recovery')
    await one.window.getByRole('button', { name: 'This was not me: stop it' }).click()
    await one.window.getByRole('heading', { name: 'The request is stopped' }).waitFor()
    expect(one.used).toEqual([{ link }])
    await one.close()
  })
})

import { randomBytes } from 'node:crypto'
import { base64urlnopad } from '@scure/base'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sealSecret } from '../../seal.ts'
import { recoveryKey } from '../recovery/recovery-key.ts'
import { words } from '../words.ts'
import * as accountScenes from './account-scenes.ts'
import { axeFaults } from './axe-faults.ts'
import { plugIn } from './plug-in-authenticator.ts'
import * as scenes from './scenes.ts'
import { button, press, windowsStage } from './windows-stage.ts'
import type { Opened } from './windows-world.ts'

const { run, open } = windowsStage()
const asks = async (one: Opened, call: string) =>
  (await one.told()).filter((message) => message.call === call)
/** An account whose only proof is a code. */
const stale = { ...accountScenes.vaultAccount, freshFor: 0, methods: [] }
const asked = { challenge: 'c'.repeat(43), expiresAt: 1, resendAt: 1 }

/** As a page's script would; what it leads to is drawn when this has ended. */
const scriptClick = (which: Locator) =>
  which.evaluate((element: HTMLElement) => {
    element.click()
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
/**
 * A click into a window that has not been looked at for a second: its button says so, and does no
 * more. However slow the machine is, that second begins with the focus that comes afterwards.
 */
async function comesEarly(window: Page, name: string): Promise<void> {
  const pressed = window.getByRole('button', { name, exact: true })
  await window.evaluate(() => dispatchEvent(new FocusEvent('blur')))
  await pressed.focus()
  await window.keyboard.press('Enter')
  await window.getByText(words.armWait).waitFor()
  await window.evaluate(() => dispatchEvent(new FocusEvent('focus')))
}

describe('a fresh proof', () => {
  test('default: an old sign-in types a mailed code first; then the keys are asked for', async () => {
    const answers = {
      'GET /api/account': stale,
      'POST /api/proof/start': asked,
      'POST /api/proof/verify': 'code-wrong' as unknown,
    }
    const one = await open('export', {
      answers: { hello: accountScenes.ready('export'), asks: answers },
    })
    await press(one, 'Show words and keys')
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
    await expect
      .poll(async () => (await one.told()).map(({ type }) => type))
      .toContain('latchkey-window-export')
    expect((await asks(one, 'POST /api/proof/verify')).at(-1)?.body).toEqual({
      challenge: asked.challenge,
      code: '123456',
    })
    expect(await asks(one, 'POST /api/proof/start')).toHaveLength(1)
  })

  test('behavior: a fresh sign-in is asked for nothing; an account without an address is told what to do', async () => {
    const fresh = {
      'GET /api/account': { ...accountScenes.vaultAccount, freshFor: 599 },
      'POST /api/account/delete': {},
    }
    const one = await open('delete', {
      answers: { hello: accountScenes.ready('delete'), asks: fresh },
    })
    await one.window.getByRole('textbox').fill('delete')
    await button(one, 'Delete for ever').click()
    await one.window.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    const social = { 'GET /api/account': stale, 'POST /api/proof/start': 'recovery-failed' }
    const other = await open('export', {
      answers: { hello: accountScenes.ready('export'), asks: social },
    })
    await press(other, 'Show words and keys')
    await other.window.getByText('sign out on the page, sign in again').waitFor()
    expect((await other.told()).some(({ type }) => type === 'latchkey-window-export')).toBe(false)
  })
})

describe('a proof by passkey or password', () => {
  const expected = base64urlnopad.encode(new Uint8Array(32).fill(9))
  const sealedTo = async (publicKey: string): Promise<string> =>
    base64urlnopad.encode(
      await sealSecret('proof', base64urlnopad.decode(publicKey), new Uint8Array(32).fill(9)),
    )
  const hand = (one: Opened, asks: object) =>
    one.frame.evaluate((given) => {
      const state = window as unknown as { answers: { asks: Record<string, unknown> } }
      Object.assign(state.answers.asks, given)
    }, asks)
  const social = [{ kind: 'google', label: 'Ada' }]
  const verified = async (one: Opened) =>
    (await asks(one, 'POST /api/proof/keys/verify')).map(({ body }) => body)
  const isAskedFor = async (one: Opened, type: string) =>
    (await one.told()).some((message) => message.type === type)

  test('default: an account without an address opens with its passkey what the gateway sealed; then the keys are asked for', async () => {
    const ready = {
      answers: {
        hello: accountScenes.ready('recovery'),
        asks: { 'GET /api/account': accountScenes.vaultAccount },
      },
    }
    const one = await open('recovery', ready)
    await plugIn(one.window, { hasPrf: true })
    await press(one, 'Use a passkey')
    await button(one, 'Use the passkey once').click()
    await expect.poll(() => isAskedFor(one, 'latchkey-window-recovery')).toBe(true)
    const said = (await one.told()).find(({ type }) => type === 'latchkey-window-recovery')
    const passkey = { ...(said?.recovery as { publicKey: string }), id: 'm7' }

    // The same window, so that the same authenticator is there.
    await one.frame.goto(one.frame.url())
    const answers = {
      'GET /api/account': { ...accountScenes.vaultAccount, freshFor: 0, identities: social },
      'POST /api/proof/keys': {
        challenge: '1.first',
        methods: [{ ...passkey, sealed: await sealedTo(passkey.publicKey) }],
      },
      'POST /api/proof/keys/verify': 'code-expired',
    }
    await one.frame.evaluate((given) => Object.assign(window, { answers: given }), {
      hello: accountScenes.ready('export'),
      asks: answers,
    } as object)
    await one.window.goto(`${run.world.vault}/p/export/demo#${'i'.repeat(43)}`)
    await press(one, 'Show words and keys')
    await one.window.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    expect(await axeFaults(one.window)).toEqual([])
    // No mailbox: there is no code to be sent.
    expect(await button(one, 'Send me a code instead').count()).toBe(0)
    await button(one, 'Use your passkey').click()
    await one.window.getByText('That took too long').waitFor()
    expect(await verified(one)).toEqual([{ challenge: '1.first', method: 'm7', opened: expected }])
    expect(await isAskedFor(one, 'latchkey-window-export')).toBe(false)
    // Another challenge was asked for by itself.
    expect(await asks(one, 'POST /api/proof/keys')).toHaveLength(2)
    await hand(one, { 'POST /api/proof/keys/verify': {} })
    await button(one, 'Use your passkey').click()
    await expect.poll(() => isAskedFor(one, 'latchkey-window-export')).toBe(true)
    expect(one.complaints).toEqual([])
  })

  test('behavior: by password, twice in one window; what is typed goes nowhere; a code can be sent instead', async () => {
    const pepper = randomBytes(32)
    const argon = { memory: 65_536, passes: 3, lanes: 1 }
    const salt = randomBytes(32)
    const { argon2id } = await import('@noble/hashes/argon2.js')
    const hash = argon2id('a long password for tests', salt, {
      m: argon.memory,
      t: 3,
      p: 1,
      dkLen: 64,
    })
    const { publicKey } = await recoveryKey(Uint8Array.of(...hash.subarray(0, 32), ...pepper))
    const password = {
      id: 'm8',
      kind: 'password',
      salt: base64urlnopad.encode(salt),
      publicKey,
      ...argon,
      createdAt: 1,
    }
    const answers = {
      'GET /api/account': { ...stale, methods: [password] },
      'remove-recovery': {},
      'POST /api/recovery/pepper': { key: base64urlnopad.encode(pepper) },
      'POST /api/proof/keys': {
        challenge: '1.one',
        methods: [{ ...password, sealed: await sealedTo(publicKey) }],
      },
      'POST /api/proof/keys/verify': {},
      'POST /api/proof/start': asked,
    }
    const one = await open('recovery', {
      answers: { hello: accountScenes.ready('recovery'), asks: answers },
    })
    for (const time of [1, 2]) {
      await button(one, 'Remove Password').click()
      await button(one, 'Yes, remove Password').click()
      await one.window.getByLabel('Your recovery password').fill('a wrong password')
      await button(one, 'Use the password').click()
      await one.window.getByText('That did not prove it').waitFor()
      await one.window.getByLabel('Your recovery password').fill('a long password for tests')
      await button(one, 'Use the password').click()
      await expect.poll(() => asks(one, 'remove-recovery')).toHaveLength(time)
    }
    expect(await verified(one)).toEqual(
      [1, 2].map(() => ({ challenge: '1.one', method: 'm8', opened: expected })),
    )
    expect(JSON.stringify(await one.told())).not.toContain('password for tests')
    expect(one.complaints).toEqual([])
    await button(one, 'Remove Password').click()
    await button(one, 'Yes, remove Password').click()
    // A script's click sends no mail.
    await scriptClick(button(one, 'Send me a code instead'))
    expect(await one.window.getByLabel('Your recovery password').count()).toBe(1)
    expect(await asks(one, 'POST /api/proof/start')).toEqual([])
    await button(one, 'Send me a code instead').click()
    await one.window.getByLabel('The six digits').waitFor()
  })
})

describe('what was done', () => {
  const at = Date.now() - 3_600_000
  const lines = [
    { at, what: 'share-released export', label: 'Chrome on Linux', site: 'https://shop.example' },
    { at: at - 40 * 86_400_000, what: 'recovery-added 1', label: null, site: null },
    { at, what: 'signed-in google', label: 'Chrome on Linux', site: 'https://shop.example' },
  ]
  const account = {
    ...accountScenes.vaultAccount,
    split: 's1',
    identities: [{ kind: 'google', label: 'Ada' }],
  }
  const answers = {
    'GET /api/account': account,
    'GET /api/account/history': { lines },
    'POST /api/account/freeze': {},
  }

  test('default: “this was not me” stands at what a thief would do, and freezes after a second question', async () => {
    const one = await open('devices', {
      answers: { hello: accountScenes.ready('devices'), asks: answers },
    })
    await one.window.getByText('What was done').click()
    const notMe = one.window.getByRole('button', { name: /^This was not me/ })
    expect(await notMe.count()).toBe(1)
    expect(await notMe.getAttribute('aria-label')).toContain('Keys exported')
    await notMe.click()
    expect(await axeFaults(one.window)).toEqual([])
    expect(await asks(one, 'POST /api/account/freeze')).toEqual([])
    await one.window.getByRole('button', { name: /^Yes, freeze the account/ }).click()
    await one.window.getByRole('heading', { name: 'The account is frozen' }).waitFor()
    expect(await asks(one, 'POST /api/account/freeze')).toHaveLength(1)
  })

  test('behavior: what came before, and further devices, are shown by a button; removing one reads anew', async () => {
    const device = accountScenes.vaultAccount
      .devices[0] as (typeof accountScenes.vaultAccount.devices)[0]
    const named = (id: string) => ({ ...device, id, label: id, isThis: false })
    const paged = {
      ...answers,
      'GET /api/account': { ...account, devices: [device, named('First')], devicesNext: 'd.1' },
      'GET /api/account/history': { lines, next: 'h.1' },
      'POST /api/devices': { devices: [named('Second')] },
      'POST /api/account/history': { lines: [{ ...lines[2], what: 'account-made google' }] },
      'POST /api/devices/revoke': {},
    }
    const one = await open('devices', {
      answers: { hello: accountScenes.ready('devices'), asks: paged },
    })
    await button(one, 'Show more devices').click()
    await one.window.getByText('Second').waitFor()
    expect(await one.window.getByText('First').count()).toBe(1)
    expect(await button(one, 'Show more devices').count()).toBe(0)
    await one.window.getByText('What was done', { exact: true }).click()
    await button(one, 'Show more of what was done').click()
    await one.window.getByText('Account made').waitFor()
    expect(await one.window.getByText('Keys exported').count()).toBe(1)
    expect(await button(one, 'Show more of what was done').count()).toBe(0)
    expect(await axeFaults(one.window)).toEqual([])
    expect((await asks(one, 'POST /api/devices')).map(({ body }) => body)).toEqual([
      { after: 'd.1' },
    ])
    expect((await asks(one, 'POST /api/account/history')).map(({ body }) => body)).toEqual([
      { after: 'h.1' },
    ])
    await one.window.getByRole('button', { name: /^Remove Second/ }).click()
    await one.window.getByRole('button', { name: /^Yes, remove Second/ }).click()
    await one.window.getByText('Second').waitFor({ state: 'detached' })
    await button(one, 'Show more devices').waitFor()
  })

  test('behavior: who holds no share, and a frozen account, have nothing to press', async () => {
    for (const more of [{ split: null }, { frozenAt: at }]) {
      const asks = { ...answers, 'GET /api/account': { ...account, ...more } }
      const one = await open('devices', {
        answers: { hello: accountScenes.ready('devices'), asks },
      })
      await one.window.getByText('What was done').click()
      await one.window.getByText('Keys exported').waitFor()
      expect(await one.window.getByRole('button', { name: /^This was not me/ }).count()).toBe(0)
    }
  })

  test('behavior: where no mail can tell it, whoever signs next sees it, until they say that it was them', async () => {
    const one = await open('approve', { answers: { hello: scenes.payment, asks: answers } })
    const alert = one.window.getByText('If that was not you, freeze the account')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('Keys exported')
    expect(await axeFaults(one.window)).toEqual([])
    await comesEarly(one.window, 'That was me')
    expect(await alert.count()).toBe(1)
    await button(one, 'That was me').click()
    await expect.poll(() => alert.count()).toBe(0)
    // The same browser, another approval.
    await one.frame.goto(one.frame.url())
    await one.frame.evaluate((given) => Object.assign(window, { answers: given }), {
      hello: scenes.payment,
      asks: answers,
    } as object)
    await one.window.goto('about:blank')
    await one.window.goto(`${run.world.vault}/p/approve/demo#${'i'.repeat(43)}`)
    await expect.poll(() => asks(one, 'GET /api/account/history')).toHaveLength(1)
    expect(await alert.count()).toBe(0)
    const mailed = {
      ...answers,
      'GET /api/account': { ...account, identities: accountScenes.vaultAccount.identities },
    }
    const other = await open('approve', { answers: { hello: scenes.payment, asks: mailed } })
    await expect.poll(() => asks(other, 'GET /api/account')).toHaveLength(1)
    expect(await asks(other, 'GET /api/account/history')).toEqual([])
  })
})

describe('requests to the operator', () => {
  const operator = [{ id: 'm0', kind: 'operator', createdAt: 1 }]
  const hello = { type: 'latchkey-frame-recover', methods: [], sealTo: 'B'.repeat(87) }

  test('default: a device without a share asks, is told its number, and may stop it', async () => {
    const answers = {
      'GET /api/account': { ...stale, methods: operator },
      'POST /api/recovery/ask': {},
    }
    const one = await open('recover', { answers: { hello, asks: answers } })
    await button(one, 'Ask the operator').waitFor()
    expect(await axeFaults(one.window)).toEqual([])
    await one.frame.evaluate(
      (account) => {
        const state = window as unknown as { answers: { asks: Record<string, unknown> } }
        state.answers.asks['GET /api/account'] = account
      },
      { ...stale, methods: operator, requests: [accountScenes.ownRequest] } as object,
    )
    await comesEarly(one.window, 'Ask the operator')
    expect(await asks(one, 'POST /api/recovery/ask')).toEqual([])
    await button(one, 'Ask the operator').click()
    await one.window.getByText('1234 5678').waitFor()
    expect(await asks(one, 'POST /api/recovery/ask')).toHaveLength(1)
    // The second click of two is none on what stands in its place now.
    await scriptClick(button(one, 'Stop this request'))
    expect(await asks(one, 'POST /api/recovery/stop')).toEqual([])
    await button(one, 'Stop this request').click()
    await expect
      .poll(async () => (await asks(one, 'POST /api/recovery/stop'))[0]?.body)
      .toEqual({ device: 'd1' })
  })

  test('behavior: where the operator keeps a way of their own, whoever sets up recovery is told', async () => {
    const answers = { 'GET /api/account': accountScenes.vaultAccount }
    const told = /with it, the operator alone can make every key of this wallet/
    for (const recoveryByOperator of [true, false]) {
      run.world.chosen = { recoveryByOperator }
      const one = await open('recovery', {
        answers: { hello: accountScenes.ready('recovery'), asks: answers },
      })
      await button(one, 'Use a passkey').waitFor()
      expect(await one.window.getByText(told).count()).toBe(recoveryByOperator ? 1 : 0)
    }
    run.world.chosen = {}
  })

  test('behavior: where the operator keeps nothing there is nobody to ask', async () => {
    const one = await open('recover', { answers: { hello, asks: { 'GET /api/account': stale } } })
    await one.window.getByText('No passkey or password was set up').waitFor()
    await expect.poll(() => asks(one, 'GET /api/account')).toHaveLength(1)
    expect(await button(one, 'Ask the operator').count()).toBe(0)
  })

  test('behavior: a device that holds the wallet sees it where it signs, and stops it under Devices', async () => {
    const account = { ...accountScenes.vaultAccount, requests: [accountScenes.foreignRequest] }
    const answers = {
      'GET /api/account': account,
      'GET /api/account/history': accountScenes.history,
      'POST /api/recovery/stop': {},
    }
    const signing = await open('approve', { answers: { hello: scenes.payment, asks: answers } })
    await signing.window
      .getByText('Somebody asks the operator to open this wallet on another device. If that')
      .waitFor()
    const one = await open('devices', {
      answers: { hello: accountScenes.ready('devices'), asks: answers },
    })
    await button(one, 'Stop the request of Firefox on Windows, shop.example').click()
    await button(one, 'Yes, stop the request of Firefox on Windows, shop.example').click()
    await expect
      .poll(async () => (await asks(one, 'POST /api/recovery/stop'))[0]?.body)
      .toEqual({ device: 'd3' })
    await one.window.getByText('What was done').click()
    await one.window.getByText('Keys exported').waitFor()
    expect(await one.window.getByText('The operator was asked to open the wallet').count()).toBe(1)
    expect(await axeFaults(one.window)).toEqual([])
  })

  test('behavior: a frozen account says so under Devices, and is unfrozen after a proof', async () => {
    const answers = {
      'GET /api/account': { ...stale, frozenAt: 1_763_000_000_000 },
      'GET /api/account/history': { lines: [] },
      'POST /api/proof/start': asked,
      'POST /api/proof/verify': {},
      'POST /api/account/unfreeze': {},
    }
    const one = await open('devices', {
      answers: { hello: accountScenes.ready('devices'), asks: answers },
    })
    await one.window.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
    await comesEarly(one.window, 'End the freeze')
    expect(await one.window.getByLabel('The six digits').count()).toBe(0)
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
        return {
          status: 404,
          body: { status: 'FAILED', reasons: [{ field: 'vault-refused', description: '' }] },
        }
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
    await comesEarly(window, 'This was not me: freeze it')
    expect(used).toEqual([])
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
    await comesEarly(one.window, 'This was not me: stop it')
    expect(one.used).toEqual([])
    await one.window.getByRole('button', { name: 'This was not me: stop it' }).click()
    await one.window.getByRole('heading', { name: 'The request is stopped' }).waitFor()
    expect(one.used).toEqual([{ link }])
    await one.close()
  })
})

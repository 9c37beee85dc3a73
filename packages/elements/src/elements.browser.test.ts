import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type PlainSite, startPlainSite } from '../test/plain-site.ts'
import type { LatchkeyEventName } from './contract.ts'

const run = {} as { site: PlainSite }
// It builds the script with every chain family from source.
beforeAll(async () => {
  run.site = await startPlainSite()
}, 240_000)
afterAll(() => run.site?.close())

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const button = '<latchkey-button networks="eip155:1 eip155:8453"></latchkey-button>'

async function open(...parameters: Parameters<PlainSite['open']>) {
  const opened = await run.site.open(...parameters)
  onTestFinished(() => opened.page.close())
  return { ...opened, connect: opened.page.getByRole('button', { name: 'Connect wallet' }) }
}
async function connectWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await page.getByRole('button', { name: 'Test wallet' }).click()
  await page
    .getByRole('button', { name: /^Account 0xf39F/ })
    .first()
    .waitFor()
}
/** Notes the events of the first element that matches. */
async function listen(page: Page, selector: string): Promise<void> {
  await page.evaluate((selector) => {
    const names: LatchkeyEventName[] = [
      'latchkey-connect',
      'latchkey-disconnect',
      'latchkey-account',
      'latchkey-chain',
      'latchkey-error',
      'latchkey-open',
      'latchkey-close',
    ]
    for (const name of names) {
      document.querySelector(selector)?.addEventListener(name, (event) => {
        const { detail } = event as CustomEvent
        window.told.push([name, detail?.code ?? detail?.address ?? ''].join(' ').trim())
      })
    }
  }, selector)
}
const told = (page: Page) => page.evaluate(() => window.told)

describe('latchkey-button', () => {
  test('default: a plain page under a strict policy connects, resumes and disconnects', async () => {
    const { page, errors } = await open(button)
    await listen(page, 'latchkey-button')
    await connectWallet(page)
    await page.evaluate(() => {
      window.wallet.selectChain(8453)
      window.wallet.selectAccount(1)
    })
    await page.getByRole('button', { name: /^Account 0x7099/ }).waitFor()
    expect(await told(page)).toEqual([
      'latchkey-open',
      `latchkey-connect ${ada}`,
      'latchkey-close',
      `latchkey-chain ${ada}`,
      expect.stringMatching(/^latchkey-account 0x7099/),
    ])
    await page.reload()
    await page.getByRole('button', { name: /^Account 0x/ }).waitFor()
    await listen(page, 'latchkey-button')
    await page.evaluate(() => document.querySelector('latchkey-button')?.disconnect())
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await told(page)).toEqual(['latchkey-disconnect'])
    expect(errors).toEqual([])
  })

  test('behavior: a declined connection is told as an error', async () => {
    const { page, connect } = await open(button)
    await listen(page, 'latchkey-button')
    await page.evaluate(() => window.wallet.behave('reject'))
    await connect.click()
    await page.getByRole('button', { name: 'Test wallet' }).click()
    await expect
      .poll(() => told(page))
      .toEqual(['latchkey-open', 'latchkey-error connection-rejected'])
  })

  test('parameters: open, close', async () => {
    const { page } = await open(button)
    const opened = await page.evaluate(() =>
      document.querySelector('latchkey-button')?.open('WhatIsAWallet'),
    )
    expect(opened).toBe(true)
    await page.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
    await page.evaluate(() => document.querySelector('latchkey-button')?.close())
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('parameters: label, theme, disabled', async () => {
    const { page } = await open(
      '<latchkey-button networks="eip155:1" label="Log in" theme="dark"></latchkey-button>',
    )
    const own = page.getByRole('button', { name: 'Log in' })
    await own.click()
    const color = () => page.getByRole('dialog').evaluate((it) => getComputedStyle(it).colorScheme)
    await expect.poll(color).toBe('dark')
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.localName))
      .toBe('latchkey-button')
    await page.evaluate(() =>
      document.querySelector('latchkey-button')?.toggleAttribute('disabled'),
    )
    expect(await own.isDisabled()).toBe(true)
  })

  test('behavior: in a form the account is its value, and a label names and presses it', async () => {
    const { page } = await open(`<form><label for="w">Pay with</label>
      <latchkey-button id="w" name="payer" required networks="eip155:1"></latchkey-button>
      <button>Send</button></form>`)
    const isValid = () => page.evaluate(() => document.querySelector('form')?.checkValidity())
    const value = () =>
      page.evaluate(() => {
        const form = document.querySelector('form')
        return form && new FormData(form).get('payer')
      })
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect([await isValid(), await value()]).toEqual([false, null])
    await page.getByText('Pay with').click()
    await page.getByRole('button', { name: 'Test wallet' }).click()
    await expect.poll(value).toBe(`eip155:1:${ada}`)
    expect(await isValid()).toBe(true)
    // The element's own button sends no form.
    expect(new URL(page.url()).search).toBe('')
  })

  test('behavior: made before the script, after it, moved, removed and added, it keeps its state', async () => {
    for (const before of [true, false]) {
      const { page, errors } = await open(`<main>${button}</main><aside></aside>`, { before })
      await connectWallet(page)
      const account = page.getByRole('button', { name: /^Account / })
      await page.evaluate(() => {
        const element = document.querySelector('latchkey-button')
        if (element) document.querySelector('aside')?.append(element)
      })
      await account.waitFor()
      await page.evaluate(async () => {
        const element = document.querySelector('latchkey-button')
        element?.remove()
        await new Promise((resolve) => setTimeout(resolve))
        if (element) document.querySelector('main')?.append(element)
      })
      await account.waitFor()
      expect(errors).toEqual([])
      await page.evaluate(() => document.querySelector('latchkey-button')?.disconnect())
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
    }
  })

  test('behavior: properties set before the element is known hold', async () => {
    const { page, errors } = await open('<div></div>')
    await page.evaluate(async () => {
      const early = document.createElement('latchkey-early')
      Object.assign(early, { networks: ['eip155:1', 'eip155:8453'], label: 'Early' })
      document.body.append(early)
      const Button = customElements.get('latchkey-button')
      if (Button) customElements.define('latchkey-early', class extends Button {})
    })
    await page.getByRole('button', { name: 'Early' }).click()
    await page.getByRole('button', { name: 'Test wallet' }).waitFor()
    expect(await page.locator('latchkey-early').getAttribute('networks')).toBe(
      'eip155:1 eip155:8453',
    )
    expect(errors).toEqual([])
  })

  test('behavior: the script may come twice', async () => {
    const again = '<script type="module" src="script/latchkey.js?again" crossorigin></script>'
    const { page, errors } = await open(button, { tags: again })
    await connectWallet(page)
    expect(errors).toEqual([])
  })

  test('behavior: wrong attributes are told, and reported unless somebody cares', async () => {
    const { page, errors } = await open('<latchkey-button networks="ethereum"></latchkey-button>')
    await expect.poll(() => errors.join()).toMatch(/config-invalid: networks: "ethereum"/)
    errors.splice(0)
    await listen(page, 'latchkey-button')
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-button')
      element?.addEventListener('latchkey-error', (event) => event.preventDefault())
      element?.setAttribute('networks', 'eip155:999999')
    })
    await expect.poll(() => told(page)).toEqual(['latchkey-error config-invalid'])
    expect(errors).toEqual([])
    await page.evaluate(() =>
      document.querySelector('latchkey-button')?.setAttribute('networks', 'eip155:1'),
    )
    await connectWallet(page)
  })
})

describe('latchkey-dialog', () => {
  test('default: it configures the kit of every element on the page', async () => {
    const { page, errors } = await open(
      `<latchkey-button></latchkey-button><latchkey-button label="Pay"></latchkey-button>
      <latchkey-dialog networks="eip155:1"></latchkey-dialog>`,
    )
    await listen(page, 'latchkey-dialog')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.locator('latchkey-dialog:state(open)').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Test wallet' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Account / }).count()).toBe(2)
    await expect
      .poll(() => told(page))
      .toEqual(['latchkey-open', `latchkey-connect ${ada}`, 'latchkey-close'])
    expect(errors).toEqual([])
  })

  test('parameters: kit, made by the page with what the script exports', async () => {
    const { page, errors } = await open('<latchkey-button></latchkey-button>', {
      tags: '<script type="module" src="own-kit.js"></script>',
    })
    await connectWallet(page)
    expect(await page.evaluate(() => document.querySelector('latchkey-button')?.kit?.id)).toBe(
      'own',
    )
    expect(errors).toEqual([])
  })
})

describe('the script', () => {
  test('default: families come when they are named, React and the dialog after the first file', async () => {
    const { page, loaded, errors } = await open(
      `<latchkey-button networks="eip155:1 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"></latchkey-button>`,
    )
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Test wallet' }).waitFor()
    expect(loaded[0]).toBe('latchkey.js')
    expect(loaded).toContain('pins.js')
    const chains = await page.evaluate(() =>
      document.querySelector('latchkey-button')?.kit?.chains.map(({ id }) => id),
    )
    expect(chains).toEqual(['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
    expect(errors).toEqual([])
  })

  test('behavior: a changed first file does not run', async () => {
    const { page, errors } = await open(button, {
      alter: (name, text) => (name === 'latchkey.js' ? `${text};window.told.push('run')` : text),
    })
    await expect.poll(() => errors.join()).toMatch(/integrity/)
    expect(await told(page)).toEqual([])
  })

  test.each(['table of hashes', 'dialog', 'part that the dialog imports'] as const)(
    'behavior: a changed %s does not run, and the button says that it was not loaded',
    async (part) => {
      const changed = run.site.parts[part]
      const { page, connect } = await open(button, {
        alter: (name, text) => (name === changed ? `${text};window.told.push('run')` : text),
      })
      await connect.click()
      await page.getByRole('button', { name: 'Not loaded. Try again' }).waitFor()
      expect(await told(page)).toEqual([])
    },
  )
})

import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StandInServer, startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import { askCode, openLogin, signedIn, standInFrame, typeCode } from '../helpers/login-cases.ts'
import { drawFrames, watchRequests } from '../helpers/settle-page.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, strictPolicy, type Theatre } from '../worlds/stage.ts'

const chain = {
  id: 'eip155:31337',
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
} as const

let theatre: Theatre
let vault: StandInServer
beforeAll(async () => {
  ;[theatre, vault] = await Promise.all([raise(), startStandIn()])
  // Frames of the vault and nothing else.
  theatre.policy = `${strictPolicy()}; frame-src ${vault.url}`
})
afterAll(async () => {
  await Promise.all([theatre?.stop(), vault?.stop()])
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const account = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Account/ })
const status = (page: Page) =>
  page.evaluate(() => window.stage.kit.getState().connections.embedded?.status ?? 'idle')
const frames = (page: Page) => page.locator('iframe').count()
async function open(more: object = {}, prepare?: (page: Page) => Promise<unknown>) {
  vault.rules.isSignedIn = false
  const { page, complaints } = await theatre.open(
    { chains: [chain], vault: vault.url, ...more },
    prepare ? { prepare } : {},
  )
  page.setDefaultTimeout(stepTimeout)
  return { page, complaints }
}
async function chooseGoogle(page: Page) {
  await openLogin(page)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    buttonNamed(page, 'Continue with Google').click(),
  ])
  await dialogOf(page).getByText('Continue in the window', { exact: true }).waitFor()
  return { popup, frame: await standInFrame(page) }
}

describe('login', () => {
  test('default: email, a wrong code, another, the right one; nothing of the vault before, nothing against the policy', async () => {
    const { page, complaints } = await open()
    const before = vault.asked.length
    await openLogin(page)
    expect(vault.asked.length).toBe(before)
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada')
    await buttonNamed(page, 'Continue with email').click()
    await dialogOf(page).getByText('Not an email address').waitFor()
    expect(vault.asked.length).toBe(before)
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@shop.example')
    await page.keyboard.press('Enter')
    await dialogOf(page).getByText('Enter the six digits we sent to ada@shop.example.').waitFor()
    // Whoever just types means the boxes.
    await page.keyboard.type('000000')
    await dialogOf(page).getByRole('alert').getByText('The code is not right.').waitFor()
    const boxes = dialogOf(page).getByRole('group', { name: 'Code' }).getByRole('textbox')
    expect(
      await boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(Array(6).fill(''))
    await expect
      .poll(() =>
        boxes.first().evaluate((box) => (box.getRootNode() as ShadowRoot).activeElement === box),
      )
      .toBe(true)
    expect(await boxes.first().getAttribute('autocomplete')).toBe('one-time-code')
    await buttonNamed(page, 'Resend code').click()
    await dialogOf(page)
      .getByText(/You can ask for another code in \d+ second/)
      .waitFor()
    await page.keyboard.type('123456')
    await account(page).waitFor()
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    expect(await page.locator('iframe').getAttribute('title')).toBe('Approval')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a page in a sandbox that takes its origin is told why at once', async () => {
    const { policy } = theatre
    theatre.policy = `${policy}; sandbox allow-scripts allow-forms`
    const { page } = await open({ wallets: [] }, (shown) =>
      // What is of no origin loads code by CORS alone.
      shown.route(`${theatre.origin}/assets/**`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'access-control-allow-origin': '*' },
        })
      }),
    ).finally(() => {
      theatre.policy = policy
    })
    expect(await page.evaluate(() => self.origin)).toBe('null')
    await openLogin(page)
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@shop.example')
    await buttonNamed(page, 'Continue with email').click()
    await dialogOf(page)
      .getByText('Your browser lets this wallet keep nothing here.')
      .waitFor({ timeout: 5_000 })
    const { error } = (await page.evaluate(
      () => window.stage.kit.getState().connections.embedded,
    )) as never as {
      error: { code: string; detail?: string }
    }
    expect(error).toEqual({
      code: 'vault-storage-missing',
      detail: expect.stringContaining('allow-same-origin'),
    })
    expect(await frames(page)).toBe(0)
    await page.context().close()
  })

  test('behavior: a code can be mailed again once the countdown is over', async () => {
    vault.rules.resendIn = 0
    const { page } = await open()
    const frame = await askCode(page)
    await buttonNamed(page, 'Resend code').click()
    await dialogOf(page).getByText('Code email resent').waitFor()
    expect(await frame.evaluate(() => window.standIn.asked.at(-1)?.method)).toBe('login-resend')
    vault.rules.resendIn = 30
    await page.context().close()
  })

  test('behavior: a pasted code fills all boxes and submits', async () => {
    const { page } = await open()
    await askCode(page)
    await dialogOf(page).evaluate((element) => {
      const data = new DataTransfer()
      data.setData('text', 'Your code: 123 456')
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await account(page).waitFor()
    await page.context().close()
  })

  test('behavior: the window is vouched for, its end is noticed within a second, and another try connects', async () => {
    const { page } = await open()
    const { popup, frame } = await chooseGoogle(page)
    expect(new URL(popup.url()).pathname).toBe('/p/login/default')
    await expect.poll(() => popup.title()).toBe('vouched n1')
    await frame.evaluate(() =>
      window.standIn.tell({ event: 'login', step: { step: 'window', window: 'away' } }),
    )
    await dialogOf(page).getByText('Continue at Google').waitFor()
    const at = Date.now()
    await frame.evaluate(() =>
      window.standIn.tell({ event: 'login', step: { step: 'window', window: 'closed' } }),
    )
    await dialogOf(page).getByText('The window was closed.').waitFor()
    expect(Date.now() - at).toBeLessThan(1000)
    const [second] = await Promise.all([
      page.waitForEvent('popup'),
      buttonNamed(page, 'Try again').click(),
    ])
    expect(second.url()).not.toBe(popup.url())
    const again = await standInFrame(page)
    await again.waitForFunction(
      (login) => window.standIn.asked.some(({ params }) => params.login === login),
      new URL(second.url()).hash.slice(1),
    )
    await again.evaluate(() => window.standIn.tell({ step: 'proved' }))
    await account(page).waitFor()
    await page.context().close()
  })

  test('behavior: the number that the window shows is typed into the page, and nothing else does', async () => {
    const { page } = await open()
    const { frame } = await chooseGoogle(page)
    await frame.evaluate(() =>
      window.standIn.tell({ event: 'login', step: { step: 'window', window: 'number' } }),
    )
    const group = dialogOf(page).getByRole('group', { name: 'Number' })
    await group.waitFor()
    // Nothing on the page tells it.
    expect(await dialogOf(page).innerText()).not.toContain('271')
    await page.keyboard.type('314159')
    await dialogOf(page).getByText('That is not the number in the window. Try again.').waitFor()
    await page.keyboard.type('271828')
    await account(page).waitFor()
    const typed = await frame.evaluate(() =>
      window.standIn.asked
        .filter(({ method }) => method === 'login-code')
        .map(({ params }) => params.code),
    )
    expect(typed).toEqual(['314159', '271828'])
    await page.context().close()
  })

  test('behavior: the email is changed by two codes, each of which can be mailed again; Back loses nothing', async () => {
    vault.rules.resendIn = 0
    const { page } = await open()
    const frame = await askCode(page)
    await typeCode(page, '123456')
    await account(page).waitFor()
    // The account is called by how its owner signed in, with the address beside; the page's button
    // by its address.
    expect(await account(page).innerText()).not.toContain('@')
    await account(page).click()
    await dialogOf(page).getByRole('heading', { name: 'ada@shop.example', exact: true }).waitFor()
    await dialogOf(page).getByText('0x7099', { exact: false }).first().waitFor()
    await page.evaluate(() => window.stage.modal.open({ view: 'UpdateEmailWallet' }))
    const field = dialogOf(page).getByRole('textbox', { name: 'New email' })
    await field.fill('new@shop.example')
    await page.clock.install()
    await buttonNamed(page, 'Save').click()
    const asked = (method: string) =>
      frame.evaluate(
        (one) => window.standIn.asked.filter((each) => each.method === one).length,
        method,
      )
    const resend = async () => {
      await buttonNamed(page, 'Resend code').click()
      await dialogOf(page).getByText('Code email resent').waitFor()
    }
    await dialogOf(page).getByRole('heading', { name: 'Confirm your email' }).waitFor()
    await dialogOf(page).getByText('First enter the code we sent to ada@shop.example.').waitFor()
    await resend()
    // While a code is waited for the page asks who is signed in, once a second.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
    const before = await asked('session')
    for (const times of [1, 2, 3]) {
      await page.clock.runFor(1_000)
      await expect.poll(() => asked('session')).toBe(before + times)
    }
    await page.clock.resume()
    await buttonNamed(page, 'Back').click()
    expect(await field.inputValue()).toBe('new@shop.example')
    await buttonNamed(page, 'Save').click()
    await dialogOf(page).getByText('First enter the code').waitFor()
    expect(await asked('email-change')).toBe(1)
    await typeCode(page, '123456')
    await dialogOf(page).getByText('Now enter the code we sent to new@shop.example.').waitFor()
    await resend()
    expect(await asked('email-resend')).toBe(2)
    await buttonNamed(page, 'Back').click()
    await buttonNamed(page, 'Save').click()
    await dialogOf(page).getByText('Now enter the code').waitFor()
    await typeCode(page, '123456')
    await page.getByText('Email changed').first().waitFor()
    expect(await asked('email-change')).toBe(1)
    // Nothing is waited for any more, so nothing is asked.
    const after = await asked('session')
    await page.clock.runFor(2_500)
    // What the page asks reaches the frame in turn: all that was asked before this is there then.
    await page.evaluate(() => {
      window.stage.kit.getState().connectors.embedded?.auth?.open('export')
    })
    await expect.poll(() => asked('window')).toBe(1)
    expect(await asked('session')).toBe(after)
    vault.rules.resendIn = 30
    await page.evaluate(() => window.stage.modal.open())
    await buttonNamed(page, 'Disconnect').click()
    await openLogin(page)
    await dialogOf(page).getByText('Last used: email or social account').waitFor()
    await page.context().close()
  })

  test('behavior: a blocked window goes by redirect, and the return is connected, with the dialog shut', async () => {
    const { page } = await open({}, (it) =>
      it.addInitScript(() => {
        window.open = () => null
        setInterval(() => {
          if (document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog[open]'))
            document.documentElement.dataset.opened = 'yes'
        }, 10)
      }),
    )
    const host = page.url()
    await openLogin(page)
    await buttonNamed(page, 'Continue with Google').click()
    const link = dialogOf(page).getByRole('link', { name: 'Continue with Google', exact: true })
    await Promise.all([page.waitForURL(/\/p\/login/), link.click()])
    // What asks the vault comes last: until then the dialog knows of a sign-in that nobody goes on
    // with.
    const late: Route[] = []
    await page.route(/\/assets\/connect-[^/]*\.js$/, (route) => void late.push(route))
    const settle = watchRequests(page)
    await page.goto(host)
    await expect.poll(() => late).toHaveLength(1)
    await page.waitForFunction(() =>
      document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog'),
    )
    await settle(late.length)
    await drawFrames(page)
    await late[0]?.continue()
    const frame = await standInFrame(page)
    // What is told before the page has asked for this sign-in is of none.
    await frame.waitForFunction(() =>
      window.standIn.asked.some(({ method }) => method === 'login-window'),
    )
    await frame.evaluate(() => window.standIn.tell({ step: 'proved' }))
    await account(page).waitFor()
    expect(late).toHaveLength(1)
    expect(
      await page.evaluate(() => [sessionStorage.length, document.documentElement.dataset.opened]),
    ).toEqual([0, undefined])
    await page.context().close()
  })

  test.each(['Escape', 'Back', 'Close'])(
    'behavior: %s ends a sign-in and leaves nothing; the next one works',
    async (way) => {
      const { page } = await open()
      await askCode(page)
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await buttonNamed(page, way).click()
      await expect.poll(() => status(page)).toBe('idle')
      await expect.poll(() => frames(page)).toBe(0)
      expect(
        await page.evaluate(() =>
          Object.keys(localStorage).filter((key) => key.endsWith('.vault')),
        ),
      ).toEqual([])
      if (way === 'Back') {
        await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@shop.example')
        await buttonNamed(page, 'Continue with email').click()
        await dialogOf(page).getByText('Enter the six digits').waitFor()
      } else await askCode(page)
      await typeCode(page, '123456')
      await account(page).waitFor()
      await page.context().close()
    },
  )

  test('behavior: an approval opens the dialog by itself; leaving it rejects, its end closes it', async () => {
    const { page } = await open()
    const frame = await signedIn(page)
    await frame.evaluate(() => window.standIn.rules.hangs.push('request'))
    const signing = page.evaluate(() =>
      window.stage.sign('eip155', 'hello').then(
        () => 'signed',
        ({ code }) => code,
      ),
    )
    const ask = () =>
      frame.evaluate(() =>
        window.standIn.tell({
          event: 'approval',
          approval: {
            id: 'a',
            place: 'window',
            url: `${location.origin}/p/approve#a`,
            method: 'personal_sign',
            chain: 'eip155:31337',
          },
        }),
      )
    await expect
      .poll(() => frame.evaluate(() => window.standIn.asked.at(-1)?.method))
      .toBe('request')
    await ask()
    await dialogOf(page).getByRole('heading', { name: 'Approve', exact: true }).waitFor()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      buttonNamed(page, 'Open approval').click(),
    ])
    expect(popup.url()).toBe(`${vault.url}/p/approve#a~stand-in`)
    await frame.evaluate(() => window.standIn.tell({ event: 'approval', approval: null }))
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    await ask()
    await dialogOf(page).getByRole('heading', { name: 'Approve', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    expect(await signing).toBe('user-rejected')
    await page.context().close()
  })

  test('behavior: in the frame it is shown in the dialog, and hidden again', async () => {
    const { page } = await open()
    const frame = await signedIn(page)
    await frame.evaluate(() =>
      window.standIn.tell({
        event: 'approval',
        approval: {
          id: 'a',
          place: 'frame',
          url: `${location.origin}/p/approve#a`,
          method: 'personal_sign',
          chain: 'eip155:31337',
        },
      }),
    )
    const shown = page.locator('iframe[title=Approval][slot=vault]')
    await shown.waitFor()
    expect((await shown.boundingBox())?.height).toBeGreaterThan(300)
    await page
      .frameLocator('iframe[title=Approval]')
      .getByRole('button', { name: 'Approve' })
      .click()
    // The same document: it was not loaded anew to be shown.
    expect(await frame.evaluate(() => window.standIn.rules.isSignedIn)).toBe(true)
    await frame.evaluate(() => window.standIn.tell({ event: 'approval', approval: null }))
    await expect.poll(() => shown.count()).toBe(0)
    expect(await page.locator('iframe').getAttribute('aria-hidden')).toBe('true')
    await page.context().close()
  })

  test('behavior: a reload finds the session, and an approval opens the dialog there too', async () => {
    const { page } = await open()
    await signedIn(page)
    await expect.poll(() => vault.rules.isSignedIn).toBe(true)
    await page.reload()
    await account(page).waitFor()
    await expect.poll(() => status(page)).toBe('connected')
    const frame = await standInFrame(page)
    await expect
      .poll(async () => {
        await frame.evaluate(() =>
          window.standIn.tell({
            event: 'approval',
            approval: {
              id: 'a',
              place: 'window',
              url: `${location.origin}/p/approve#a`,
              method: 'personal_sign',
              chain: 'eip155:31337',
            },
          }),
        )
        return dialogOf(page).getByRole('heading', { name: 'Approve', exact: true }).count()
      })
      .toBe(1)
    await page.context().close()
  })

  test('behavior: a page whose policy allows no frame says that the vault cannot be reached', async () => {
    const { policy } = theatre
    theatre.policy = strictPolicy()
    const { page } = await open()
    theatre.policy = policy
    await openLogin(page)
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@shop.example')
    await buttonNamed(page, 'Continue with email').click()
    await dialogOf(page).getByText('The wallet could not be loaded. Try again.').waitFor()
    expect(await frames(page)).toBe(0)
    await page.context().close()
  })
})

import type { Frame, Page } from 'playwright-core'
import type { ViewNameOf } from '../../packages/modal/src/contract/feature-names.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { captureCases } from './capture-cases.ts'
import type { ViewCase } from './view-case.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const headingNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
const setup = { vault: 'fixture' } satisfies Partial<Setup>
const email = 'ada@shop.example'

/** The fake vault's frame, once it is loaded. */
export async function standInFrame(page: Page): Promise<Frame> {
  const find = () =>
    page.frames().find((frame) => new URL(frame.url() || 'about:blank').pathname.startsWith('/v/'))
  for (;;) {
    const frame =
      find() ??
      (await page
        .waitForEvent('framenavigated', { predicate: () => find() !== undefined })
        .then(find))
    if (!frame) throw new Error('no frame of the vault')
    // A frame that the dialog moves to itself is another frame afterwards.
    const isThere = await frame
      .waitForFunction(() => window.standIn !== undefined)
      .then(
        () => true,
        (error: unknown) => {
          if (!frame.isDetached()) throw error
          return false
        },
      )
    if (isThere) return frame
  }
}
export async function openLogin(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Email' }).waitFor()
}
export async function askCode(page: Page): Promise<Frame> {
  await openLogin(page)
  await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await buttonNamed(page, 'Continue with email').click()
  await headingNamed(page, 'Confirm your email')
  await dialogOf(page).getByText(`Enter the six digits we sent to ${email}.`).waitFor()
  return standInFrame(page)
}
export async function typeCode(page: Page, code: string): Promise<void> {
  await dialogOf(page).getByRole('textbox', { name: 'Digit 1' }).fill(code)
}
async function social(page: Page): Promise<Frame> {
  await openLogin(page)
  await buttonNamed(page, 'Continue with Google').click()
  await dialogOf(page).getByText('Continue in the window', { exact: true }).waitFor()
  return standInFrame(page)
}
/** `smart`: chains on which the account is a contract. */
export async function signedIn(page: Page, smart: readonly string[] = []): Promise<Frame> {
  const frame = await askCode(page)
  await frame.evaluate((chains) => void window.standIn.rules.smart.push(...chains), smart)
  await typeCode(page, '123456')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .waitFor()
  return frame
}
async function changeEmail(page: Page): Promise<void> {
  await signedIn(page)
  await page.evaluate(() => window.stage.modal.open({ view: 'UpdateEmailWallet' }))
  await dialogOf(page).getByRole('textbox', { name: 'New email' }).fill('new@shop.example')
  await buttonNamed(page, 'Save').click()
  await dialogOf(page).getByText(`First enter the code we sent to ${email}.`).waitFor()
}
const tell = (frame: Frame, event: object) =>
  frame.evaluate((said) => window.standIn.tell(said), event)
async function approval(page: Page, place: 'window' | 'frame'): Promise<void> {
  const frame = await signedIn(page)
  await frame.evaluate((where) => {
    window.standIn.rules.hangs.push('request')
    window.standIn.tell({
      event: 'approval',
      approval: {
        id: 'a',
        place: where,
        url: `${location.origin}/p/approve#a`,
        method: 'personal_sign',
        chain: 'eip155:31337',
      },
    })
  }, place)
  await headingNamed(page, 'Approve')
}

/** Views of login by email or social account, with the fake vault. */
export const loginCases: {
  readonly [N in ViewNameOf<'login' | 'email-capture'>]: readonly [ViewCase, ...ViewCase[]]
} = {
  ...captureCases,
  ConnectSocials: [
    {
      name: 'all of them',
      setup,
      async reach(page) {
        await openLogin(page)
        await buttonNamed(page, 'More options').click()
        await headingNamed(page, 'Other ways to sign in')
      },
    },
  ],
  EmailLogin: [
    {
      isFirst: true,
      name: 'not an address',
      setup,
      async reach(page) {
        await openLogin(page)
        await page.evaluate(() => window.stage.modal.open({ view: 'EmailLogin' }))
        await headingNamed(page, 'Sign in by email')
        await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada')
        await buttonNamed(page, 'Continue with email').click()
        await dialogOf(page).getByText('Not an email address').waitFor()
      },
    },
  ],
  EmailVerifyOtp: [
    { name: 'a code was sent', setup, reach: askCode },
    {
      name: 'a wrong code',
      setup,
      async reach(page) {
        await askCode(page)
        await typeCode(page, '000000')
        await dialogOf(page).getByRole('alert').getByText('The code is not right.').waitFor()
      },
    },
    {
      name: 'this device holds a wallet',
      setup,
      async reach(page) {
        const step = {
          step: 'code',
          purpose: 'email',
          email,
          expiresAt: 9e12,
          resendAt: 0,
          hasWallet: true,
        }
        await tell(await askCode(page), { event: 'login', step })
        await buttonNamed(page, 'Can’t sign in?').waitFor()
      },
    },
    {
      name: 'it took too long',
      setup,
      async reach(page) {
        await tell(await askCode(page), { event: 'login-failed', code: 'login-expired' })
        await dialogOf(page).getByText('The sign-in took too long. Try again.').waitFor()
      },
    },
  ],
  EmailVerifyDevice: [
    {
      name: 'a second mail',
      setup,
      async reach(page) {
        const frame = await askCode(page)
        await frame.evaluate(() => {
          window.standIn.rules.isKnown = true
        })
        await typeCode(page, '123456')
        await headingNamed(page, 'Confirm this device')
      },
    },
  ],
  EmailRecover: [
    {
      name: 'by passkey',
      setup,
      async reach(page) {
        const frame = await askCode(page)
        await frame.evaluate(() => {
          window.standIn.rules.mustRecover = true
        })
        await typeCode(page, '123456')
        await headingNamed(page, 'Bring your wallet here')
      },
    },
  ],
  ConnectingSocial: [
    { name: 'a window is open', setup, reach: social },
    {
      name: 'the window is at the provider',
      setup,
      async reach(page) {
        await tell(await social(page), { event: 'login', step: { step: 'window', window: 'away' } })
        await dialogOf(page).getByText('Continue at Google').waitFor()
      },
    },
    {
      name: 'the window shows a number',
      setup,
      async reach(page) {
        await tell(await social(page), {
          event: 'login',
          step: { step: 'window', window: 'number' },
        })
        await dialogOf(page).getByRole('group', { name: 'Number' }).waitFor()
      },
    },
    {
      name: 'the window is gone before it was heard',
      setup,
      async reach(page) {
        const opening = page.context().waitForEvent('page')
        // A page whose header isolates its popups: on other pages a closed popup is known to be
        // closed.
        await page.route(page.url(), (route) =>
          route.request().method() === 'HEAD'
            ? route.fulfill({ headers: { 'cross-origin-opener-policy': 'same-origin' } })
            : route.fallback(),
        )
        await social(page)
        await (await opening).close()
        await dialogOf(page).getByText('No response from the window yet').waitFor()
      },
    },
    {
      name: 'the window was closed',
      setup,
      async reach(page) {
        await tell(await social(page), {
          event: 'login',
          step: { step: 'window', window: 'closed' },
        })
        await dialogOf(page).getByText('The window was closed.').waitFor()
      },
    },
  ],
  ConnectingFarcaster: [
    {
      name: 'to scan or to tap',
      setup,
      async reach(page) {
        await openLogin(page)
        await buttonNamed(page, 'More options').click()
        await buttonNamed(page, 'Continue with Farcaster').click()
        await dialogOf(page).getByRole('link', { name: 'Open Farcaster' }).waitFor()
      },
    },
  ],
  ApproveTransaction: [
    { isFirst: true, name: 'in a window', setup, reach: (page) => approval(page, 'window') },
    {
      isFirst: true,
      name: 'in the frame',
      setup,
      async reach(page) {
        await approval(page, 'frame')
        await page.locator('iframe[title=Approval][slot=vault]').waitFor()
      },
    },
  ],
  UpdateEmailWallet: [
    {
      isFirst: true,
      name: 'the new address',
      setup,
      async reach(page) {
        await signedIn(page)
        await page.evaluate(() => window.stage.modal.open({ view: 'UpdateEmailWallet' }))
        await headingNamed(page, 'Change email')
      },
    },
  ],
  UpdateEmailPrimaryOtp: [
    { name: 'the code of the old one', setup, reach: (page) => changeEmail(page) },
  ],
  UpdateEmailSecondaryOtp: [
    {
      name: 'the code of the new one',
      setup,
      async reach(page) {
        await changeEmail(page)
        await typeCode(page, '123456')
        await dialogOf(page).getByText('Now enter the code we sent to new@shop.example.').waitFor()
      },
    },
  ],
}

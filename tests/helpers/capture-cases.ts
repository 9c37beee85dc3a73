import type { Page } from 'playwright-core'
import type { Setup } from '../worlds/stage/setup.ts'
import type { ViewCase } from './view-case.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const headingNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()

type Wish = true | readonly 'required'[]
const asks = (emailCapture: Wish, url = 'fixture'): Partial<Setup> => ({
  kit: { gateway: { url, project: 'demo' }, features: { emailCapture } },
})
const optional = asks(true)
const required: Partial<Setup> = {
  ...asks(['required']),
  modal: { privacyUrl: 'https://shop.example/privacy' },
}

/** Connects, and opens the question for an email address. */
export async function openCapture(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await buttonNamed(page, 'Foxglove').first().click()
  await headingNamed(page, 'Your email')
}
export async function giveEmail(page: Page, email: string): Promise<void> {
  await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await buttonNamed(page, 'Continue').click()
}
async function openCode(page: Page): Promise<void> {
  await openCapture(page)
  await giveEmail(page, 'ada@shop.example')
  await headingNamed(page, 'Confirm your email')
}
const typeCode = (page: Page, code: string) =>
  dialogOf(page).getByRole('textbox', { name: 'Digit 1' }).fill(code)

/** Views of asking for an email address, with a fixture gateway. */
export const captureCases: Readonly<
  Record<'DataCapture' | 'DataCaptureOtpConfirm', readonly [ViewCase, ...ViewCase[]]>
> = {
  DataCapture: [
    { isFirst: true, name: 'may be skipped', setup: optional, reach: openCapture },
    { isFirst: true, name: 'required', setup: required, reach: openCapture },
    {
      isFirst: true,
      name: 'sending',
      setup: optional,
      async reach(page) {
        await openCapture(page)
        await giveEmail(page, 'slow@shop.example')
        await dialogOf(page).getByText('Sending a code to slow@shop.example…').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'the server is down',
      setup: asks(['required'], 'http://127.0.0.1:9'),
      async reach(page) {
        await openCapture(page)
        await giveEmail(page, 'ada@shop.example')
        await dialogOf(page)
          .getByText('The server cannot be reached. Check your connection.')
          .waitFor()
        await buttonNamed(page, 'Try again').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'no mail is sent there',
      setup: optional,
      async reach(page) {
        await openCapture(page)
        await giveEmail(page, 'nomail@shop.example')
        await dialogOf(page).getByText('We can’t send a code right now.').waitFor()
      },
    },
  ],
  DataCaptureOtpConfirm: [
    { name: 'a code was sent', setup: optional, reach: openCode },
    {
      name: 'a wrong code',
      setup: required,
      async reach(page) {
        await openCode(page)
        await typeCode(page, '000000')
        await dialogOf(page).getByRole('alert').getByText('The code is not right.').waitFor()
      },
    },
    {
      name: 'a code that holds no more',
      setup: optional,
      async reach(page) {
        await openCode(page)
        await typeCode(page, '111111')
        await dialogOf(page).getByRole('alert').getByText('This code is no longer valid.').waitFor()
      },
    },
  ],
}

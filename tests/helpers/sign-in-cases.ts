import type { Page } from 'playwright-core'
import type { Setup } from '../worlds/stage/setup.ts'
import type { ViewCase } from './view-case.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })

const shop = (signIn: Setup['signIn'] = {}): Partial<Setup> => ({
  signIn: { statement: 'I accept the terms of the shop.', ...signIn },
})

/** Connects the wallet Foxglove, after which the dialog shows the view `SignIn`. */
async function reachSignIn(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await buttonNamed(page, 'Foxglove').first().click()
  await dialogOf(page).getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
}
async function readySignIn(page: Page): Promise<void> {
  await reachSignIn(page)
  await dialogOf(page).getByText('What you sign').waitFor()
}
async function sign(page: Page, behavior: 'hang' | 'reject'): Promise<void> {
  await readySignIn(page)
  await page.evaluate((how) => window.stage.wallets[0]?.behave(how, 'personal_sign'), behavior)
  await buttonNamed(page, 'Sign message').click()
}

export const signInCases: { readonly SignIn: readonly [ViewCase, ...ViewCase[]] } = {
  SignIn: [
    { isFirst: true, name: 'before signing', setup: shop(), reach: readySignIn },
    {
      isFirst: true,
      name: 'what is signed',
      setup: shop(),
      async reach(page) {
        await readySignIn(page)
        await dialogOf(page).getByText('What you sign').click()
        await dialogOf(page).getByText('Nonce: abcdefgh12345678').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'asking the wallet',
      setup: shop(),
      async reach(page) {
        await sign(page, 'hang')
        await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      isFirst: true,
      name: 'declined',
      setup: shop(),
      async reach(page) {
        await sign(page, 'reject')
        await dialogOf(page).getByText('You declined in Foxglove').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'the site does not answer',
      setup: shop({ fails: ['challenge'] }),
      async reach(page) {
        await reachSignIn(page)
        await dialogOf(page).getByText('The site did not answer').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'required',
      setup: shop({ required: true }),
      async reach(page) {
        await readySignIn(page)
        await page.keyboard.press('Escape')
        await dialogOf(page).getByText('This site needs you to sign in').waitFor()
      },
    },
  ],
}

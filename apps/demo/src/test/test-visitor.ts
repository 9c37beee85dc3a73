import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export type Answer = 'Approve' | 'Reject'

/** Does what asks a wallet, answers there, and resolves when the answer is on its way. */
export type Ask = (answer: Answer, act: () => Promise<unknown>) => Promise<unknown>

export interface Transfer {
  readonly asset: string
  /** Of a token: its name in the list. */
  readonly token?: string
  readonly amount: string
  readonly to: string
}

/** Somebody in front of the demo, with a wallet that is asked by `ask`. */
export interface Visitor {
  readonly dialog: Locator
  readonly connectButton: Locator
  readonly accountButton: Locator
  press(name: string | RegExp): Promise<void>
  /** Opens the account where the dialog is closed, and turns to a family. */
  show(family: string): Promise<void>
  /** By the Playground. */
  sign(message: string, answer: Answer): Promise<Locator>
  /** From the account's view to "Sent", and back to it; declined first where `isDeclinedFirst`. */
  send(transfer: Transfer, isDeclinedFirst?: boolean): Promise<void>
  /** What the dialog says there is of an asset. */
  balance(symbol: string): Promise<number>
  /** Waits until Activity tells a transfer. */
  findActivity(transfer: Transfer): Promise<void>
}

export function visitorOf(page: Page, ask: Ask): Visitor {
  const dialog = page.getByRole('dialog')
  const accountButton = page.getByRole('button', { name: /^Account / })
  const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true })
  const press = (name: string | RegExp) => button(name).click()
  const families = dialog.getByRole('group', { name: 'Connected accounts' }).getByRole('button')
  const visitor: Visitor = {
    dialog,
    accountButton,
    connectButton: page.getByRole('button', { name: 'Connect wallet' }),
    press,
    async show(family) {
      if (!(await dialog.isVisible())) await accountButton.click()
      await button('Disconnect').waitFor()
      if ((await families.count()) > 0) await families.filter({ hasText: family }).click()
    },
    async sign(message, answer) {
      const toggle = page.getByRole('button', { name: 'Playground', exact: true })
      if (await dialog.isVisible()) await press('Close')
      await dialog.waitFor({ state: 'hidden' })
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
      const playground = page.getByRole('region', { name: 'Playground' })
      await playground.getByRole('textbox', { name: 'Message' }).fill(message)
      await ask(answer, () => playground.getByRole('button', { name: 'Sign', exact: true }).click())
      await playground
        .getByRole('button', { name: 'Sign', exact: true })
        .and(page.locator('[aria-busy=false]'))
        .waitFor()
      return playground.locator('output').first()
    },
    async send({ asset, token, amount, to }, isDeclinedFirst = false) {
      await press('Send')
      if (token) {
        await press(/^Token /)
        await dialog
          .getByRole('list', { name: 'Tokens' })
          .getByRole('button')
          .filter({ hasText: token })
          .click()
        await button(`Token ${asset}`).waitFor()
      }
      await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await dialog.getByRole('textbox', { name: 'Recipient' }).fill(to)
      await press('Review')
      if (isDeclinedFirst) {
        await ask('Reject', () => press('Confirm'))
        await dialog.getByText('Declined. Nothing was sent.').waitFor()
      }
      await ask('Approve', () => press('Confirm'))
      await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
      await press('Done')
      await button('Disconnect').waitFor()
    },
    async balance(symbol) {
      await dialog.getByRole('tab', { name: 'Tokens' }).click()
      const amount = new RegExp(`^([\\d,.]+)\\s${symbol}$`)
      // The row shows six digits, and says all of them in its title.
      const exact = dialog.getByRole('list', { name: 'Token list' }).getByTitle(amount)
      const [, digits = ''] = amount.exec((await exact.first().getAttribute('title')) ?? '') ?? []
      return Number(digits.replaceAll(',', ''))
    },
    async findActivity({ asset, amount }) {
      await dialog.getByRole('tab', { name: 'Activity' }).click()
      const name = new RegExp(`^Sent ${amount.replace('.', '\\.')}\\s${asset} to `)
      await dialog
        .getByRole('list', { name: 'Activity list' })
        .getByRole('button', { name })
        .first()
        .waitFor()
    },
  }
  return visitor
}

/**
 * Sends, then finds it in Activity and missing from the balance: exactly of a token, of a coin with
 * a fee beside it.
 */
export async function sendAndSee(
  visitor: Visitor,
  transfer: Transfer,
  isDeclinedFirst = false,
): Promise<void> {
  const before = await visitor.balance(transfer.asset)
  await visitor.send(transfer, isDeclinedFirst)
  await visitor.findActivity(transfer)
  const most = transfer.token ? 1e-9 : 0.01
  const isLess = async () => {
    const left = before - (await visitor.balance(transfer.asset)) - Number(transfer.amount)
    return left > -1e-9 && left < most
  }
  // Sooner than the gateway forgets what it kept.
  await expect.poll(isLess, { timeout: 6000 }).toBe(true)
}

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export type Answer = 'Approve' | 'Reject'

/** Runs an action that asks a wallet, answers there, and resolves when the answer was sent. */
export type Ask = (answer: Answer, act: () => Promise<unknown>) => Promise<unknown>

export interface Transfer {
  readonly asset: string
  /** Name of the token in the list. */
  readonly token?: string
  readonly amount: string
  readonly to: string
}

/** A visitor of the demo, with a wallet that `ask` answers. */
export interface Visitor {
  readonly dialog: Locator
  readonly connectButton: Locator
  readonly accountButton: Locator
  press(name: string | RegExp): Promise<void>
  /** Opens the account if the dialog is closed, and shows a family. */
  show(family: string): Promise<void>
  /** Signs a message in the Playground. */
  sign(message: string, answer: Answer): Promise<Locator>
  /**
   * Sends from the account's view until "Sent", and returns to it; with `isDeclinedFirst` the first
   * request is declined.
   */
  send(transfer: Transfer, isDeclinedFirst?: boolean): Promise<void>
  /** The balance of an asset in the dialog. */
  balance(symbol: string): Promise<number>
  /** Waits until Activity shows a transfer. */
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
      // The row shows six digits; its title has all of them.
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
 * Sends a transfer, then finds it in Activity and missing in the balance: exactly for a token; for
 * the coin, with a fee.
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
  // Sooner than the gateway's cache expires.
  await expect.poll(isLess, { timeout: 6000 }).toBe(true)
}

import type { Request } from 'playwright-core'
import { erc20Abi, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../packages/devnet/src/evm/addresses.ts'
import { type EmbeddedWorld, type Shop, startEmbeddedWorld } from '../test/embedded-world.ts'
import { pressArmed } from '../test/press-armed.ts'

const held = {} as { world: EmbeddedWorld }
beforeAll(async () => {
  held.world = await startEmbeddedWorld()
})
afterAll(() => held.world?.stop())

const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('embedded wallet', () => {
  test('behavior: an address becomes a wallet that a reload finds again and that sends what its owner approves in the vault', async () => {
    const { openShop, signUp, addressOf, opened, chain, tester, ports } = held.world
    const { page, dialog, complaints } = await openShop()
    await signUp(page, 'ada@shop.example')
    const ada = await addressOf(page)
    await tester.setBalance({ address: ada, value: parseEther('1') })
    await page.reload()
    expect(await addressOf(page)).toBe(ada)
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.01')
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill(grace)
    await dialog.getByRole('button', { name: 'Review' }).click()
    const before = await chain.getBalance({ address: grace })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const approval = await opened(dialog.getByRole('button', { name: 'Open approval' }))
    expect(new URL(approval.url()).host).toBe(`vault.localhost:${ports[13]}`)
    await approval.getByText('Send 0.01 ETH').waitFor()
    // Pressed at once it does nothing: the second of a double click never meets it.
    await approval.getByRole('button', { name: 'Approve' }).click({ force: true })
    expect(await approval.getByRole('button', { name: 'Approve' }).isVisible()).toBe(true)
    await pressArmed(approval)
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    expect(await chain.getBalance({ address: grace })).toBe(before + parseEther('0.01'))
    expect(complaints).toEqual([])
    await page.close()
  })

  test('behavior: a swap waits for recovery, which its own approval sets up; recovered on a second site by the password, after a second mail; exported, another library makes the same account', async () => {
    const { openShop, signUp, addressOf, opened, typeCode, codeFor, chain, tester } = held.world
    const password = 'six pots and a long evening'
    const first = await openShop('first.localhost')
    await signUp(first.page, 'linus@shop.example')
    const linus = await addressOf(first.page)
    await tester.setBalance({ address: linus, value: parseEther('1') })
    await first.page.getByRole('button', { name: /^Account/ }).click()
    await first.dialog.getByRole('button', { name: 'Settings' }).click()

    const exporting = await opened(
      first.dialog.getByRole('button', { name: 'Export keys', exact: true }),
    )
    await pressArmed(exporting, 'Show words and keys')
    await pressArmed(exporting, 'Show recovery phrase')
    const words = await exporting.locator('.words > li').allInnerTexts()
    expect(mnemonicToAccount(words.join(' ')).address).toBe(
      (await held.world.accountsOf(first.page)).own,
    )
    await exporting.close()

    await first.dialog.getByRole('button', { name: 'Back', exact: true }).click()
    await first.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await first.dialog.getByRole('button', { name: 'Choose token to receive' }).click()
    await first.dialog
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button', { name: /^USD Coin/ })
      .click()
    await first.dialog.getByRole('textbox', { name: 'You pay' }).fill('0.2')
    await first.dialog.getByText(/^1 ETH = /).waitFor()
    await first.dialog.getByRole('button', { name: 'Review' }).click()
    const swap = first.dialog.getByRole('button', { name: 'Swap now' })
    await swap.click()
    const recovery = await opened(first.dialog.getByRole('button', { name: 'Open approval' }))
    expect(await recovery.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await pressArmed(recovery, 'Set up recovery')
    await recovery.getByRole('button', { name: 'Use a password' }).click()
    await recovery.getByLabel('New password').fill(password)
    await recovery.getByLabel('Confirm password').fill(password)
    await recovery.getByRole('button', { name: 'Save the password' }).click()
    await recovery.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
    await recovery.close()
    await swap.click()
    const approval = await opened(first.dialog.getByRole('button', { name: 'Open approval' }))
    await approval.getByRole('button', { name: 'Approve' }).waitFor()
    await pressArmed(approval)
    await first.dialog.getByRole('heading', { name: 'Swapped', exact: true }).waitFor()
    const usdc = await chain.readContract({
      address: addresses.usdc,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [linus],
    })
    expect(usdc).toBeGreaterThan(0n)
    expect(first.complaints).toEqual([])
    await first.page.close()

    const second = await openShop('second.localhost')
    await signUp(second.page, 'linus@shop.example', 2)
    await typeCode(second.page, 'Confirm this device', await codeFor('linus@shop.example', 3))
    const recovering = await opened(second.dialog.getByRole('button', { name: 'Open recovery' }))
    await recovering.getByLabel('Your recovery password').fill(password)
    await recovering.getByRole('button', { name: 'Use the password' }).click()
    expect(await addressOf(second.page)).toBe(linus)
    expect(second.complaints).toEqual([])
    await second.page.close()
  }, 120_000)

  test('behavior: nothing of the vault is asked for before a way to sign in was chosen, and what is until connected weighs at most 60 kB', async () => {
    const { openShop, codeFor, typeCode, addressOf, context, ports } = held.world
    const vault = `http://vault.localhost:${ports[13]}/`
    const asked: Request[] = []
    const listen = (request: Request): void => {
      if (request.url().startsWith(vault)) asked.push(request)
    }
    context.on('request', listen)
    const { page, dialog, complaints } = await openShop('loading.localhost')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('loading@shop.example')
    await dialog.getByRole('button', { name: 'More options' }).hover()
    await page.waitForLoadState('networkidle')
    expect(asked.map((request) => request.url())).toEqual([])
    await dialog.getByRole('button', { name: 'Continue with email' }).click()
    await typeCode(page, 'Confirm your email', await codeFor('loading@shop.example', 1))
    await addressOf(page)
    context.off('request', listen)
    const files = asked.filter((request) => !new URL(request.url()).pathname.startsWith('/api/'))
    const weights = await Promise.all(
      files.map(async (request): Promise<[string, number]> => {
        const response = await request.response()
        const headers = (await response?.allHeaders()) ?? {}
        return [new URL(request.url()).pathname, Number(headers['content-length'])]
      }),
    )
    // As they came over the line: frame, its parts, and the script of the one worker that is
    // needed.
    const paths = weights.map(([path]) => path)
    expect(paths.filter((path) => path.startsWith('/v/'))).toHaveLength(1)
    expect(paths.filter((path) => path.startsWith('/w/')).length).toBeGreaterThan(0)
    const bytes = weights.reduce((sum, [, weight]) => sum + weight, 0)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(60_000)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('behavior: who connects a wallet is asked for an email, which the mail confirms; once; skipped; required, leaving disconnects', async () => {
    const { openShop, codeFor, typeCode } = held.world
    const want = async ({ page }: Shop, wish: string): Promise<void> => {
      await page.getByRole('button', { name: 'Playground' }).click()
      await page.getByRole('combobox', { name: 'Email after connecting' }).selectOption(wish)
    }
    const connect = async (shop: Shop, wish: string): Promise<void> => {
      await shop.page.goto(`${new URL(shop.page.url()).origin}/?testWallet=approve`)
      await want(shop, wish)
      await shop.page.getByRole('button', { name: 'Connect wallet' }).click()
      await shop.dialog.getByRole('button', { name: 'Test wallet' }).click()
    }
    /**
     * A first-time visitor of a page whose owner wants that; there is room for the Playground
     * beside the shop.
     */
    const begin = async (site: string, wish: string) => {
      const shop = await openShop(site)
      await shop.page.setViewportSize({ width: 1280, height: 900 })
      await connect(shop, wish)
      const asked = shop.dialog.getByRole('heading', { name: 'Your email', exact: true })
      await asked.waitFor()
      return { ...shop, shop, account: shop.page.getByRole('button', { name: /^Account 0x/ }) }
    }
    const given = await begin('capture.localhost', 'May be skipped')
    await given.dialog.getByRole('textbox', { name: 'Email' }).fill('edsger@shop.example')
    await given.dialog.getByRole('button', { name: 'Continue' }).click()
    await typeCode(given.page, 'Confirm your email', await codeFor('edsger@shop.example', 1))
    await given.dialog.waitFor({ state: 'hidden' })
    await given.account.waitFor()
    await given.page.reload()
    await given.account.waitFor()
    // A new kit, which finds the connection again.
    await want(given.shop, 'Required')
    await given.account.waitFor()
    expect(await given.dialog.count()).toBe(0)
    // Another connection of the same account.
    await given.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.endsWith('.connections')) localStorage.removeItem(key)
      }
    })
    await connect(given.shop, 'Required')
    await given.account.waitFor()
    await given.dialog.waitFor({ state: 'hidden' })

    const skipped = await begin('capture-skipped.localhost', 'May be skipped')
    await skipped.dialog.getByRole('button', { name: 'Skip' }).click()
    await skipped.dialog.waitFor({ state: 'hidden' })
    await skipped.account.waitFor()

    const left = await begin('capture-left.localhost', 'Required')
    expect(await left.dialog.getByRole('button', { name: 'Skip' }).count()).toBe(0)
    await left.page.keyboard.press('Escape')
    await left.dialog.waitFor({ state: 'hidden' })
    await left.page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await left.account.count()).toBe(0)
    for (const { page, complaints } of [given, skipped, left]) {
      expect(complaints).toEqual([])
      await page.close()
    }
  })

  test('behavior: Google, whose page cuts the window from its opener, signs in all the same', async () => {
    const { openShop, addressOf, opened } = held.world
    const { page, dialog, complaints } = await openShop('social.localhost')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const provider = await opened(dialog.getByRole('button', { name: 'Continue with Google' }))
    await provider.getByRole('textbox', { name: 'Account' }).fill('niklaus')
    await provider.getByRole('button', { name: 'Sign in' }).click()
    expect(await addressOf(page)).toMatch(/^0x[\da-f]{40}$/i)
    expect(complaints).toEqual([])
    await page.close()
  })
})

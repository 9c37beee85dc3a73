import { address } from '@solana/kit'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deriveAccounts,
  deriveDevnetRoot,
} from '../../../packages/devnet/src/bitcoin/bitcoin-accounts.ts'
import { deriveSolanaAccounts } from '../../../packages/devnet/src/solana/solana-accounts.ts'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import { type EmbeddedWorld, type Shop, startEmbeddedWorld } from '../test/embedded-world.ts'
import {
  askSolana,
  coinsOf,
  fundBitcoin,
  fundSolana,
  solanaUsdc,
  usdcAccountOf,
} from '../test/fund-accounts.ts'
import { askInVault } from '../test/press-armed.ts'
import { isSigned } from './test/test-proofs.ts'
import { type Visitor, visitorOf } from './test/test-visitor.ts'

const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const held = {} as { world: EmbeddedWorld; shop: Shop; visitor: Visitor; seen: string[] }
const solana = (): string => `http://localhost:${held.world.ports[5]}`
const bitcoin = (): string => `http://localhost:${held.world.ports[6]}`

const ask = askInVault(held)

/** A token account, as much as is read of it. */
type Parsed = { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }

/** What the last window showed; long addresses stand in it in groups. */
const shown = (): string => held.seen.at(-1) ?? ''
const together = (): string => shown().replace(/\s+/g, '')

/** The account of a family, as the page was told. */
const accountOf = (namespace: string): Promise<string> =>
  held.shop.page.evaluate(
    (family) =>
      new RegExp(`${family}:[^:"\\s]+:([A-Za-z0-9]+)`).exec(
        JSON.stringify({ ...localStorage }),
      )?.[1] ?? '',
    namespace,
  )

beforeAll(async () => {
  held.world = await startEmbeddedWorld()
  const { openShop, signUp, opened, context } = held.world
  context.setDefaultTimeout(stepTimeout)
  held.seen = []
  held.shop = await openShop('payments.localhost')
  const { page, dialog } = held.shop
  await page.setViewportSize({ width: 1280, height: 800 })
  held.visitor = visitorOf(page, ask)
  await signUp(page, 'payer@shop.example')
  await held.visitor.accountButton.click()
  // Before recovery is set up, tokens wait, and so does a coin that the operator set no limit for.
  await dialog.getByRole('button', { name: 'Settings' }).click()
  const recovery = await opened(dialog.getByRole('button', { name: 'Recovery', exact: true }))
  await recovery.getByRole('button', { name: 'Use a password' }).click()
  await recovery.getByLabel('New password').fill('nine plates, one of them cracked')
  await recovery.getByLabel('Confirm password').fill('nine plates, one of them cracked')
  await recovery.getByRole('button', { name: 'Save the password' }).click()
  await recovery.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
  await recovery.close()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
})
afterAll(() => held.world?.stop())

describe("the vault's account on Solana", () => {
  const to = deriveSolanaAccounts()[5]?.address ?? ''

  test('behavior: its coin and a token are sent as approved, and the chain says so', async () => {
    const { visitor } = held
    await fundSolana(solana(), address(await accountOf('solana')), 2_000_000_000, 5_000_000n)
    await visitor.show('Solana')
    const lamportsOf = async () =>
      (await askSolana<{ value: number }>(solana(), 'getBalance', [to])).value
    const before = await lamportsOf()
    await visitor.send({ asset: 'SOL', amount: '0.25', to })
    expect(shown()).toContain('Send 0.25 SOL')
    expect(together()).toContain(to)
    expect(shown()).toMatch(/Network fee, at most\s+0\.0000\d+ SOL/)
    expect((await lamportsOf()) - before).toBe(250_000_000)

    const unitsOf = async (): Promise<bigint> => {
      const asked = [to, { mint: solanaUsdc }, { encoding: 'jsonParsed' }]
      const { value } = await askSolana<{ value: Parsed[] }>(
        solana(),
        'getTokenAccountsByOwner',
        asked,
      )
      return BigInt(value[0]?.account.data.parsed.info.tokenAmount.amount ?? 0)
    }
    const unitsBefore = await unitsOf()
    await visitor.send({ asset: 'USDC', token: 'USD Coin (devnet)', amount: '1.5', to })
    // A transaction names the account that holds the receiver's tokens; the window says whose that
    // is.
    expect(shown()).toContain('Send 1.5 token')
    expect(together()).toContain(
      `To${to}Intotheaccount${await usdcAccountOf(address(to))}Token${solanaUsdc}`,
    )
    expect(shown()).toMatch(/Network fee, at most\s+0\.0000\d+ SOL/)
    expect((await unitsOf()) - unitsBefore).toBe(1_500_000n)
  })

  test('behavior: a message is signed by the key of its address', async () => {
    await signAndJudge('Solana', 'solana', 'Good evening from the kiln')
  })
})

describe("the vault's account on Bitcoin", () => {
  test('behavior: coins are sent as approved, and a block has them', async () => {
    const { visitor } = held
    const to = deriveAccounts(deriveDevnetRoot())[5]?.payment ?? ''
    await fundBitcoin(bitcoin(), await accountOf('bip122'), 50_000_000)
    await visitor.show('Bitcoin')
    const known = new Set((await coinsOf(bitcoin(), to)).map(({ txid }) => txid))
    await visitor.send({ asset: 'BTC', amount: '0.125', to })
    expect(shown()).toContain('Send 0.125 rBTC')
    expect(together()).toContain(to)
    expect(shown()).toMatch(/Network fee, at most\s+0\.0000\d+ rBTC/)
    const arrived = (await coinsOf(bitcoin(), to)).filter(({ txid }) => !known.has(txid))
    expect(arrived.map(({ value }) => value)).toEqual([12_500_000])
    await expect
      .poll(
        async () =>
          (await (await fetch(`${bitcoin()}/tx/${arrived[0]?.txid}/status`)).json()).confirmed,
      )
      .toBe(true)
  })

  test('behavior: a message is signed by the key of its address', async () => {
    await signAndJudge('Bitcoin', 'bip122', 'Good evening from the kiln')
  })

  test('behavior: buying is offered where sellers deliver: on Ethereum and Solana, not here', async () => {
    const { visitor, shop } = held
    const offered: Record<string, boolean> = {}
    for (const family of ['Ethereum', 'Solana', 'Bitcoin']) {
      await visitor.show(family)
      await shop.dialog.getByRole('button', { name: 'Receive', exact: true }).waitFor()
      offered[family] = await shop.dialog
        .getByRole('button', { name: 'Buy', exact: true })
        .isVisible()
    }
    expect(offered).toEqual({ Ethereum: true, Solana: true, Bitcoin: false })
    expect(shop.complaints).toEqual([])
  })
})

describe('small sums on an EVM chain', () => {
  /** The one receiver the operator lists: 0.01 a payment, 0.015 a day, fees included. */
  const till = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'

  test('behavior: one payment within both limits is approved in the dialog and arrives; everything else takes the window', async () => {
    const { world, shop, visitor } = held
    const { page, dialog, complaints } = shop
    const { chain, tester, accountsOf } = world
    const { own } = await accountsOf(page)
    await tester.setBalance({ address: own, value: parseEther('1') })
    await visitor.show('Ethereum')
    await visitor.press('Settings')
    await visitor.press('Account type')
    await visitor.press('Use the key’s own account')
    await dialog.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    await page.reload()
    const frame = page.frameLocator('iframe[title=Approval]')
    const approve = frame.getByRole('button', { name: 'Approve', exact: true })
    const balance = () => chain.getBalance({ address: till })
    const before = await balance()

    const asked = visitorOf(page, async (_, act) => {
      await act()
      await approve.waitFor()
      held.seen.push(await frame.locator('main').innerText())
      const box = await approve.boundingBox()
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
      await page.mouse.move(x - 10, y)
      await page.mouse.move(x, y)
      // It listens a second after it came.
      await expect
        .poll(() => page.mouse.click(x, y).then(() => approve.isVisible()), { interval: 250 })
        .toBe(false)
    })
    await visitor.show('Ethereum')
    // The limit itself, above which the fee lifts it; and another receiver.
    for (const [amount, to] of [
      ['0.01', till],
      ['0.0001', grace],
    ] as const) {
      await visitor.send({ asset: 'ETH', amount, to })
      expect(shown()).toContain('Approve a transaction')
    }
    await asked.send({ asset: 'ETH', amount: '0.009', to: till })
    expect(await balance()).toBe(before + parseEther('0.019'))
    expect(shown()).toContain('Send 0.009 ETH')
    expect(together()).toContain(`To${till}Fee,atmost0.0000`)
    expect(together()).toContain(`Site${new URL(page.url()).origin}NetworkLatchkeyDevnet`)

    // Loaded again it is the same day.
    await page.reload()
    await visitor.show('Ethereum')
    await visitor.send({ asset: 'ETH', amount: '0.009', to: till })
    expect(shown()).toContain('Approve a transaction')
    expect(await balance()).toBe(before + parseEther('0.028'))
    expect(complaints).toEqual([])
  })
})

/** Declined, then signed; judged by other libraries than the vault's. */
async function signAndJudge(family: string, namespace: string, message: string): Promise<void> {
  const { visitor, shop } = held
  await visitor.show(family)
  const declined = await visitor.sign(message, 'Reject')
  // It came for the approval, and goes with it.
  await shop.dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => declined.textContent()).toBe('User rejected the request.')
  const output = await visitor.sign(message, 'Approve')
  await shop.dialog.waitFor({ state: 'hidden' })
  expect(shown()).toContain(message)
  const account = (await output.locator('span').textContent()) ?? ''
  expect(account.split(':')[0]).toBe(namespace)
  expect(await isSigned(account, message, (await output.locator('code').textContent()) ?? '')).toBe(
    true,
  )
}

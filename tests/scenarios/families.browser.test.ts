import { type BitcoinDevnet, startBitcoinDevnet } from '@latchkey/devnet/bitcoin'
import { type SolanaDevnet, startSolanaDevnet } from '@latchkey/devnet/solana'
import { type StacksDevnet, startStacksDevnet } from '@latchkey/devnet/stacks'
import { mockSolanaWallet } from '@latchkey/testing'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSigned } from '../../apps/demo/src/test/test-proofs.ts'
import { mnemonic } from '../../packages/devnet/src/evm/accounts.ts'
import type { FamiliesSetup, Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

interface Held {
  theatre: Theatre
  solana: SolanaDevnet
  bitcoin: BitcoinDevnet
  stacks: StacksDevnet
}
const held: Partial<Held> = {}
const here = (): Held => held as Held
beforeAll(async () => {
  const [theatre, solana, bitcoin, stacks] = await Promise.all([
    raise(),
    startSolanaDevnet({ funded: mockSolanaWallet().accounts.map(({ address }) => address) }),
    startBitcoinDevnet({ mineAfterMs: 200 }),
    startStacksDevnet(),
  ])
  Object.assign(held, { theatre, solana, bitcoin, stacks })
})
afterAll(() => Promise.all(Object.values(held).map((one) => one.stop())))

const chains = [
  {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
] as const
/** The devnet's first account of BIP-84, in hex. */
const key = (): string => {
  const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(
    "m/84'/1'/0'/0/0",
  )
  return Buffer.from(privateKey ?? []).toString('hex')
}

async function open(
  more: FamiliesSetup = {},
  rest: Partial<Setup> = {},
): Promise<{ page: Page; complaints: string[] }> {
  const { theatre, solana, bitcoin, stacks } = here()
  const setup: Setup = {
    chains,
    families: {
      solana: solana.url,
      bitcoin: bitcoin.url,
      stacks: stacks.url,
      keys: [key(), 'ab'.repeat(32)],
      ...more,
    },
    kit: {
      wallets: {
        custom: [{ id: 'foxglove', name: 'Foxglove', rdns: 'test.foxglove', keys: ['Foxglove'] }],
      },
    },
    ...rest,
  }
  return theatre.open(setup)
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const accountButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Account/ })
const connectTo = async (page: Page, wallet: string) => {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await buttonNamed(page, wallet).first().click()
}
const active = (page: Page) => page.evaluate(() => window.stage.kit.getState().active)
const addressOf = (id: string) => id.split(':').slice(2).join(':')
const asked = (page: Page) =>
  page.evaluate(() => {
    const { plain, rich } = window.stage.families ?? {}
    return {
      plain: plain?.requests.length ?? 0,
      rich: rich?.requests.length ?? 0,
      prompts: plain?.prompts(),
    }
  })

describe('several families in one dialog', () => {
  test('behavior: two wallets of Bitcoin and Stacks stand side by side: each click asks its own, once, and opens both families', async () => {
    const { page, complaints } = await open()
    await connectTo(page, 'Leather')
    await accountButton(page).waitFor()
    await expect
      .poll(() => active(page))
      .toEqual({ bip122: 'bip122:LeatherProvider', stacks: 'stacks:LeatherProvider' })
    expect(await asked(page)).toMatchObject({ rich: 0, prompts: 1 })

    await accountButton(page).click()
    await buttonNamed(page, 'Disconnect').click()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await active(page)).toEqual({})
    const before = await asked(page)
    await connectTo(page, 'Xverse Wallet')
    await accountButton(page).waitFor()
    const path = 'XverseProviders.BitcoinProvider'
    await expect
      .poll(() => active(page))
      .toEqual({ bip122: `bip122:${path}`, stacks: `stacks:${path}` })
    const after = await asked(page)
    expect(after.plain).toBe(before.plain)
    expect(after.rich).toBeGreaterThan(0)
    expect(await page.evaluate(() => window.stage.families?.rich.prompts())).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a wallet of Solana is asked silently after a reload, and by no prompt', async () => {
    const { page } = await open()
    await connectTo(page, 'Foxglove')
    await buttonNamed(page, 'Solana').click()
    await accountButton(page).waitFor()
    await page.reload()
    await accountButton(page).waitFor()
    const seen = await page.evaluate(() => ({
      requests: window.stage.families?.foxglove.requests,
      prompts: window.stage.families?.foxglove.prompts(),
    }))
    expect(seen.prompts).toBe(0)
    expect(seen.requests).toEqual([{ method: 'standard:connect', params: [{ silent: true }] }])
    await page.context().close()
  })

  test('behavior: a wallet of Bitcoin by Wallet Standard: refused, connected, signs, sends, silent after a reload, ended', async () => {
    const { page, complaints } = await open({ hasBrindle: true })
    await page.evaluate(() => window.stage.families?.brindle.behave('reject'))
    await connectTo(page, 'Brindle')
    await dialogOf(page).getByText('Declined').first().waitFor()
    await page.evaluate(() => window.stage.families?.brindle.behave('approve'))
    await buttonNamed(page, 'Try again').click()
    await accountButton(page).waitFor()
    await dialogOf(page).waitFor({ state: 'hidden' })
    expect(await active(page)).toEqual({ bip122: 'standard:bip122:Brindle' })
    const { account, signature } = await page.evaluate(() =>
      window.stage.sign('bip122', 'Hello from Brindle'),
    )
    expect(addressOf(account)).toBe(here().bitcoin.accounts[0]?.payment)
    expect(await isSigned(account, 'Hello from Brindle', signature)).toBe(true)

    const to = here().bitcoin.accounts[5]?.payment ?? ''
    await accountButton(page).click()
    await send(page, undefined, '0.125', to)
    const got = await fetch(`${here().bitcoin.url}/address/${to}/utxo`)
    expect(((await got.json()) as { value: number }[]).map(({ value }) => value)).toContain(
      12_500_000,
    )

    await page.reload()
    await accountButton(page).click()
    await buttonNamed(page, 'Disconnect').waitFor()
    expect(await page.evaluate(() => window.stage.families?.brindle.prompts())).toBe(0)
    await buttonNamed(page, 'Disconnect').click()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await active(page)).toEqual({})
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a network of another family was chosen before: the wallet is connected, and the change is said', async () => {
    const { page, complaints } = await open({ lacksSolana: true })
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Network / })
      .click()
    await buttonNamed(page, 'Solana Local').click()
    await page.getByRole('main').getByRole('button', { name: 'Network Solana Local' }).waitFor()
    // A toast is gone after some seconds.
    const told = page
      .getByRole('status')
      .getByText(/^You are on .+\. This wallet has no Solana account\.$/)
      .waitFor()
    await connectTo(page, 'Foxglove')
    await told
    await accountButton(page).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: no wallet of a family here: known ones, the code and the way to get one are offered, and each leads on', async () => {
    const { page, complaints } = await open({ lacksSolana: true }, { hasPhone: true })
    await connectTo(page, 'Foxglove')
    await accountButton(page).click()
    await buttonNamed(page, /^Network /).click()
    await buttonNamed(page, 'Solana Local').click()
    const heading = (name: string) =>
      dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
    await heading('Switch to Solana Local')
    await dialogOf(page).getByText('No wallet for Solana was found here.').waitFor()
    const known = dialogOf(page).getByRole('list', { name: 'Known wallets for Solana' })
    expect(await known.getByRole('listitem').count()).toBe(4)
    expect(
      await dialogOf(page).getByRole('list', { name: 'Wallets for Solana', exact: true }).count(),
    ).toBe(0)
    await buttonNamed(page, 'QR code').click()
    await heading('Scan with your phone')
    await buttonNamed(page, 'Back').click()
    await buttonNamed(page, 'Get a wallet').click()
    await heading('Get a wallet')
    await buttonNamed(page, 'Back').click()
    await heading('Switch to Solana Local')
    const first = known.getByRole('listitem').first()
    const name = (await first.innerText()).split('\n')[0] ?? ''
    await first.getByRole('button').or(first.getByRole('link')).click()
    await dialogOf(page)
      .getByRole('heading', { name: new RegExp(name) })
      .waitFor()
    // The first family stays connected meanwhile.
    expect(Object.keys(await active(page))).toEqual(['eip155'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: refused, tried again, four families connected in one dialog; each signs with what it shows, and money leaves in each', async () => {
    const { page, complaints } = await open()
    await page.evaluate(() => window.stage.families?.plain.behave('reject'))
    await connectTo(page, 'Leather')
    await dialogOf(page).getByText('Declined').first().waitFor()
    await page.evaluate(() => window.stage.families?.plain.behave('approve'))
    await buttonNamed(page, 'Try again').click()
    await accountButton(page).click()

    const add = async (network: string) => {
      await buttonNamed(page, /^Network /).click()
      await buttonNamed(page, network).click()
      await dialogOf(page)
        .getByRole('heading', { name: `Switch to ${network}` })
        .waitFor()
      await buttonNamed(page, 'Foxglove').click()
      await dialogOf(page).waitFor({ state: 'hidden' })
      await accountButton(page).click()
    }
    await add('Local')
    await add('Solana Local')
    expect(Object.keys(await active(page)).sort()).toEqual(['bip122', 'eip155', 'solana', 'stacks'])

    const families = dialogOf(page)
      .getByRole('group', { name: 'Connected accounts' })
      .getByRole('button')
    expect(await families.allTextContents()).toEqual(['Ethereum', 'Solana', 'Bitcoin', 'Stacks'])
    expect(await page.getByRole('group').getByRole('button', { pressed: true }).textContent()).toBe(
      'Solana',
    )

    for (const family of ['eip155', 'solana', 'bip122', 'stacks']) {
      const { account, signature } = await page.evaluate(
        (one) => window.stage.sign(one, 'Hello from here'),
        family,
      )
      expect(await isSigned(account, 'Hello from here', signature), family).toBe(true)
    }

    await send(page, 'Solana', '1.5', here().solana.accounts[3]?.address ?? '')
    await send(page, 'Bitcoin', '0.25', here().bitcoin.accounts[3]?.payment ?? '')
    const got = await fetch(
      `${here().bitcoin.url}/address/${here().bitcoin.accounts[3]?.payment}/utxo`,
    )
    expect(((await got.json()) as { value: number }[]).map(({ value }) => value)).toContain(
      25_000_000,
    )
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

/** Sends the coin of a family that is connected, as a visitor would. */
async function send(
  page: Page,
  family: string | undefined,
  amount: string,
  to: string,
): Promise<void> {
  if (family)
    await dialogOf(page)
      .getByRole('group')
      .getByRole('button', { name: new RegExp(`^${family}`) })
      .click()
  await buttonNamed(page, 'Send').click()
  await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill(to)
  await buttonNamed(page, 'Review').click()
  await buttonNamed(page, 'Confirm').click()
  await dialogOf(page).getByRole('heading', { name: 'Sent', exact: true }).waitFor()
  await buttonNamed(page, 'Done').click()
  if (!(await dialogOf(page).isVisible())) await accountButton(page).click()
}

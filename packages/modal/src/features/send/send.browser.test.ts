import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Chain } from '@latchkey/protocol'
import type { Browser, Page } from 'playwright-core'
import { createPublicClient, createTestClient, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stepTimeout } from '../../../../../tests/helpers/step-timeout.ts'
import type { BenchOptions } from '../../../test/account/page.tsx'
import { launch, listen, servePage } from '../../../test/account/serve.ts'

const [ada, grace] = [accounts[0].address, accounts[1].address]
const rpcOf = (devnet: EvmDevnet) => ({ transport: http(devnet.url, { retryCount: 0 }) })

describe('send', () => {
  let devnet: EvmDevnet
  let site: Awaited<ReturnType<typeof servePage>>
  let browser: Browser
  let page: Page
  let complaints: string[]
  let chain: ReturnType<typeof createPublicClient>
  let snapshot: `0x${string}`

  beforeAll(async () => {
    ;[devnet, site, browser] = await Promise.all([startEvmDevnet(), servePage(), launch()])
    chain = createPublicClient(rpcOf(devnet))
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.stop(), devnet?.stop()])
  })
  beforeEach(async () => {
    snapshot = await createTestClient({ ...rpcOf(devnet), mode: 'anvil' }).snapshot()
  })
  afterEach(async () => {
    await page?.close()
    await createTestClient({ ...rpcOf(devnet), mode: 'anvil' }).revert({ id: snapshot })
    expect(complaints).toEqual([])
  })

  async function open(change: Partial<Chain> = {}): Promise<void> {
    page = await browser.newPage({ viewport: { width: 600, height: 900 } })
    page.setDefaultTimeout(stepTimeout)
    complaints = listen(page)
    await page.goto(site.url)
    await page.waitForFunction(() => 'start' in window)
    const explorer = { name: 'Devscan', url: 'https://scan.example' }
    const options: BenchOptions = {
      chains: [{ ...devnetChain(devnet.url), explorer, ...change }],
      tokens: devnetTokens,
      rpcUrl: devnet.url,
      mode: 'light',
    }
    await page.evaluate((given) => window.start(given), options)
    await button('Send').click()
    await page.getByText('available').waitFor()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const headingNamed = (name: string) => page.getByRole('heading', { name, exact: true })
  const write = async (amount: string, to: string) => {
    await field('Amount').fill(amount)
    await field('Recipient').fill(to)
  }
  const asked = () =>
    page.evaluate(
      () => window.bench?.wallet.requests.filter((r) => r.method === 'eth_sendTransaction').length,
    )
  const behave = (behavior: 'approve' | 'reject' | 'hang') =>
    page.evaluate((how) => window.bench?.wallet.behave(how, 'eth_sendTransaction'), behavior)
  const balanceOf = (address: `0x${string}`) => chain.getBalance({ address })
  const tokensOf = (token: `0x${string}`, owner: `0x${string}`) =>
    chain.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [owner] })

  it('default', async () => {
    await open()
    const before = await balanceOf(grace)
    await write('1.25', 'grace.eth')
    await button('Review').click()
    await headingNamed('Review send').waitFor()
    const review = await page.getByRole('dialog').innerText()
    expect(review).toContain('1.25 ETH')
    expect(review).toContain('grace.eth')
    expect(review.replace(/\s+/g, '')).toContain(grace)
    expect(review).toContain('Latchkey Devnet')
    expect(review).toMatch(/At most [<0-9.]+ ETH/)
    expect(review).toContain('First time you send to this address.')
    expect(await asked()).toBe(0)
    await button('Confirm').click()
    await headingNamed('Sent').waitFor()
    expect((await balanceOf(grace)) - before).toBe(parseEther('1.25'))
    const link = page.getByRole('link', { name: 'View transaction' })
    const href = (await link.getAttribute('href')) ?? ''
    const receipt = await chain.getTransactionReceipt({
      hash: href.slice(href.lastIndexOf('/') + 1) as `0x${string}`,
    })
    expect(receipt.status).toBe('success')
    await button('Done').click()
    await page
      .getByRole('list', { name: 'Token list' })
      .getByText(/^9,998\.74 ETH$/)
      .waitFor()
  })

  it('behavior: a token of six places moves to the unit, to a pasted CAIP-10 receiver', async () => {
    await open()
    const usdc = addresses.usdc
    const before = await tokensOf(usdc, grace)
    await button('Token ETH').click()
    await page.getByRole('searchbox', { name: 'Search tokens' }).fill('usd')
    await page.getByRole('list', { name: 'Tokens' }).getByRole('button').click()
    await headingNamed('Send').waitFor()
    await button('Token USDC').waitFor()
    await write('1,234.000001', `eip155:31337:${grace}`)
    await button('Review').click()
    await page.getByText('1,234.000001 USDC').waitFor()
    await button('Confirm').click()
    await headingNamed('Sent').waitFor()
    expect((await tokensOf(usdc, grace)) - before).toBe(parseUnits('1234.000001', 6))
  })

  it('behavior: a refusal sends nothing, keeps the draft, and the next try succeeds', async () => {
    await open()
    const before = await balanceOf(grace)
    await write('0.5', grace)
    await behave('reject')
    await button('Review').click()
    await button('Confirm').click()
    await page.getByText('Declined. Nothing was sent.').waitFor()
    expect(await balanceOf(grace)).toBe(before)
    await button('Edit').click()
    await headingNamed('Send').waitFor()
    expect(await field('Amount').inputValue()).toBe('0.5')
    expect(await field('Recipient').inputValue()).toBe(grace)
    await behave('approve')
    await button('Review').click()
    await button('Confirm').click()
    await headingNamed('Sent').waitFor()
    expect((await balanceOf(grace)) - before).toBe(parseEther('0.5'))
    expect(await asked()).toBe(2)
  })

  it.each([
    ['', '', 'Amount', 'Enter an amount'],
    ['x', grace, 'Amount', 'Enter a number'],
    ['1e18', grace, 'Amount', 'Enter a number'],
    ['-1', grace, 'Amount', 'Enter an amount above zero'],
    ['0.0000000000000000001', grace, 'Amount', 'Enter a number with at most 18 decimal places'],
    ['0', grace, 'Amount', 'Enter an amount'],
    ['10000.000000000000000001', grace, 'Amount', 'Not enough ETH'],
    ['10000', grace, 'Amount', 'Not enough ETH for the network fee'],
    ['1', '', 'Recipient', 'Enter an address'],
    ['1', `${grace}0`, 'Recipient', 'Not a valid address'],
    [
      '1',
      grace.replace('C', 'c'),
      'Recipient',
      'Not a valid address: a character of it is wrong. Copy it again.',
    ],
    ['1', `eip155:1:${grace}`, 'Recipient', 'This address belongs to another network'],
    ['1', 'nobody-at-all.eth', 'Recipient', 'Nobody owns this name'],
  ])('parameters: amount %j, recipient %j', async (amount, to, name, words) => {
    await open()
    await write(amount, to)
    await button('Review').click()
    const at = field(name)
    await page.waitForFunction(
      (text) => document.body.lastElementChild?.shadowRoot?.textContent?.includes(text),
      words,
    )
    const note = await at.evaluate((input) => {
      const root = input.getRootNode() as ShadowRoot
      return root.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
    })
    expect(note).toBe(words)
    // A wrong capital is said when the field is left already; Review leads back to it.
    await expect
      .poll(() =>
        at.evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      )
      .toBe(true)
    expect(await asked()).toBe(0)
  })

  it('behavior: what came in while Send is open is there at the next Review, and "Not enough" goes', async () => {
    await open()
    await write('10000.5', grace)
    await button('Review').click()
    await page.getByText('Not enough ETH', { exact: true }).waitFor()
    const fund = (value: string) =>
      createTestClient({ ...rpcOf(devnet), mode: 'anvil' }).setBalance({
        address: ada,
        value: parseEther(value),
      })
    await fund('10001')
    await button('Review').click()
    await headingNamed('Review send').waitFor()
    await button('Edit').click()
    await write('20000', grace)
    await button('Review').click()
    await page.getByText('Not enough ETH', { exact: true }).waitFor()
    await fund('20001')
    await page.getByText('Not enough ETH', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByText('20,001 ETH available').waitFor()
  })

  it('behavior: Max sends all but the fee, and what the field said is what arrives', async () => {
    await open()
    const before = await balanceOf(grace)
    await field('Recipient').fill(grace)
    await button('Max').click()
    await page.waitForFunction(() => {
      const root = document.body.lastElementChild?.shadowRoot
      return (root?.querySelector<HTMLInputElement>('.amount-input')?.value ?? '') !== ''
    })
    await button('Review').click()
    const shown = await page.locator('.review-amount').innerText()
    await button('Confirm').click()
    await headingNamed('Sent').waitFor()
    const arrived = (await balanceOf(grace)) - before
    expect(arrived).toBe(parseEther(shown.replace(/[^\d.]/g, '')))
    const left = await balanceOf(ada)
    expect(arrived + left).toBeLessThan(parseEther('10000'))
    expect(left).toBeLessThan(parseEther('0.01'))
  })

  it('behavior: a look-alike of a receiver used before is named as one', async () => {
    await open()
    const alike = `0x7099${'1'.repeat(32)}79C8`
    await write('0.01', grace)
    await button('Review').click()
    await button('Confirm').click()
    await headingNamed('Sent').waitFor()
    await button('Done').click()
    await button('Send').click()
    await write('0.01', grace)
    await button('Review').click()
    await headingNamed('Review send').waitFor()
    expect(await page.getByRole('dialog').innerText()).not.toContain('resembles')
    await button('Edit').click()
    await field('Recipient').fill(alike)
    await button('Review').click()
    await headingNamed('Review send').waitFor()
    await page.getByText('This address resembles one you used before').waitFor()
  })

  it('behavior: sending to oneself is said, and what nobody can spend again goes only once that is ticked', async () => {
    await open()
    await write('0.01', ada)
    await button('Review').click()
    await page.getByText('This is your own account.').waitFor()
    expect(await page.getByText('First time you send to this address.').count()).toBe(0)
    await button('Edit').click()
    await field('Recipient').fill(`0x${'0'.repeat(40)}`)
    await button('Review').click()
    await page
      .getByText('Nobody can spend from this address. What you send there is lost.')
      .waitFor()
    await button('Confirm').click()
    await page.getByText('Tick this first, or choose another address.').waitFor()
    expect(await asked()).toBe(0)
    await page.getByRole('checkbox', { name: 'I know that it will be lost' }).check()
    await behave('reject')
    await button('Confirm').click()
    await page.getByText('Declined. Nothing was sent.').waitFor()
    expect(await asked()).toBe(1)
  })

  it('behavior: what was pressed stays under the hand, and a wallet that is dead need not be waited for', async () => {
    await open()
    await write('0.01', grace)
    await behave('hang')
    await button('Review').click()
    const place = () => button('Confirm').evaluate((one) => one.getBoundingClientRect().top)
    await page.getByRole('textbox').first().waitFor({ state: 'detached' })
    const before = await place()
    await button('Confirm').dblclick()
    await page.getByRole('status').getByText('Continue in Foxglove').waitFor()
    expect(await place()).toBe(before)
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    expect(await button('Edit').count()).toBe(0)
    await button('Stop waiting').click()
    await headingNamed('Send').waitFor()
    expect(await field('Amount').inputValue()).toBe('0.01')
  })

  it('behavior: while the wallet is asked the review says so, and a second press asks nobody', async () => {
    await open()
    await write('0.01', grace)
    await behave('hang')
    await button('Review').click()
    await button('Confirm').click()
    await page.getByRole('status').getByText('Continue in Foxglove').waitFor()
    await button('Confirm').click()
    await button('Confirm').click()
    await expect.poll(asked).toBe(1)
    await page.evaluate(() => window.bench?.wallet.release('approve'))
    await headingNamed('Sent').waitFor()
    expect(await asked()).toBe(1)
  })
})

import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Chain } from '@latchkey/protocol'
import jsQR from 'jsqr'
import type { Browser, Page } from 'playwright-core'
import { createTestClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stepTimeout } from '../../../../../tests/helpers/step-timeout.ts'
import type { BenchOptions } from '../../../test/account/page.tsx'
import { launch, listen, servePage } from '../../../test/account/serve.ts'

const ada = accounts[0].address
const grace = accounts[1].address
/** Nobody has given it a name. */
const unnamed = '0x000000000000000000000000000000000000dEaD'
const other: Chain = {
  id: 'eip155:11155111',
  name: 'Second',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://second.example'],
  testnet: true,
}

describe('account views', () => {
  let devnet: EvmDevnet
  let site: Awaited<ReturnType<typeof servePage>>
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    ;[devnet, site, browser] = await Promise.all([startEvmDevnet(), servePage(), launch()])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.stop(), devnet?.stop()])
  })
  afterEach(async () => {
    await page?.close()
    expect(complaints).toEqual([])
  })

  async function open(change: Partial<Chain> = {}, hasClock = false): Promise<void> {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
    page.setDefaultTimeout(stepTimeout)
    complaints = listen(page)
    if (hasClock) await page.clock.install()
    await page.goto(site.url)
    await page.waitForFunction(() => 'start' in window)
    const options: BenchOptions = {
      // A node that answers: a name nobody resolves would complain in the console whenever it
      // likes.
      chains: [
        { ...devnetChain(devnet.url), ...change },
        { ...other, rpcUrls: [devnet.url] },
      ],
      tokens: devnetTokens,
      rpcUrl: devnet.url,
      mode: 'light',
    }
    await page.evaluate((given) => window.start(given), options)
    await button('Disconnect').waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const headingNamed = (name: string) => page.getByRole('heading', { name, exact: true })
  const behave = (behavior: 'approve' | 'reject' | 'hang', method: string) =>
    page.evaluate(
      ([how, which]) => window.bench?.wallet.behave(how as 'hang', which),
      [behavior, method],
    )
  const walletChain = () => page.evaluate(() => window.bench?.wallet.state().chain)

  it('Account: default', async () => {
    await open()
    await headingNamed('ada.eth').waitFor()
    expect(await page.getByText('0xf39F…2266', { exact: true }).count()).toBe(1)
    expect(await page.getByRole('group', { name: 'Balance' }).innerText()).toBe('10,000 ETH')
    const rows = page.getByRole('list', { name: 'Token list' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    await button('Copy address').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ada)
    expect(await page.evaluate(() => window.bench?.toasts)).toEqual(['Copied'])
    const described = await button('Disconnect').evaluate((element) => {
      const root = element.getRootNode() as ShadowRoot
      return root.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
    })
    expect(described).toBe('Ends the connection with Foxglove')
    await button('Disconnect').click()
    await page.getByText('No account is connected.').waitFor()
    expect(
      await page.evaluate(() => Object.keys(window.bench?.kit.getState().active ?? {})),
    ).toEqual([])
  })

  it('Account, Receive: behavior: coins that come while one is open are read within ten seconds', async () => {
    const balance = () => page.getByRole('group', { name: 'Balance' }).innerText()
    const chain = createTestClient({ transport: http(devnet.url), mode: 'anvil' })
    const hold = (coins: bigint) => chain.setBalance({ address: ada, value: coins * 10n ** 18n })
    const isTold = (coins: bigint) =>
      page.waitForResponse(async (response) =>
        (await response.text().catch(() => '')).includes((coins * 10n ** 18n).toString(16)),
      )
    try {
      await open({}, true)
      await expect.poll(balance).toBe('10,000 ETH')
      await button('Receive').click()
      await headingNamed('Receive').waitFor()
      await hold(10_777n)
      const told = isTold(10_777n)
      await page.clock.fastForward(10_000)
      await told
      await button('Back').click()
      await expect.poll(balance).toBe('10,777 ETH')
      await hold(11_888n)
      await page.clock.fastForward(10_000)
      await expect.poll(balance).toBe('11,888 ETH')
    } finally {
      await hold(10_000n)
    }
  })

  it('Account: behavior: a dead network is said, layout and the other controls stay', async () => {
    await open({ rpcUrls: ['http://127.0.0.1:9'] })
    await page.getByText('Token Balance Unavailable').waitFor({ timeout: 30_000 })
    await button('Receive').waitFor()
    await button('Try again').click()
    await page
      .getByRole('status')
      .getByText(/^Try again in \d+ seconds?$/)
      .waitFor()
    expect(await page.evaluate(() => window.bench?.toasts)).toContain('Token Balance Unavailable')
    complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('ERR_')))
  })

  it('Networks: default', async () => {
    await open()
    await button('Network Latchkey Devnet').click()
    await headingNamed('Networks').waitFor()
    expect(await button('Latchkey Devnet').getAttribute('aria-current')).toBe('true')
    expect(await button('Second').getAttribute('aria-current')).toBeNull()
    await page.getByRole('searchbox', { name: 'Search networks' }).fill('seco')
    await expect
      .poll(() => page.getByRole('list', { name: 'Networks' }).getByRole('button').count())
      .toBe(1)
    await behave('hang', 'wallet_addEthereumChain')
    await button('Second').click()
    await headingNamed('Switch to Second').waitFor()
    await page.getByRole('status').getByText('Continue in Foxglove').waitFor()
    expect(await walletChain()).toBe('eip155:31337')
    await page.waitForFunction(() =>
      window.bench?.wallet.requests.some((request) => request.method === 'wallet_addEthereumChain'),
    )
    await page.evaluate(() => window.bench?.wallet.release('reject'))
    await page.getByRole('status').getByText('Declined').waitFor()
    await behave('approve', 'wallet_addEthereumChain')
    await button('Try again').click()
    await button('Network Second').waitFor()
    expect(await walletChain()).toBe('eip155:11155111')
  })

  it('SwitchNetwork: behavior: a page that opens it asks nobody before the button is pressed', async () => {
    await open()
    await page.evaluate(() => window.bench?.go({ view: 'SwitchNetwork', chain: 'eip155:11155111' }))
    await button('Switch').waitFor()
    const asks = () =>
      page.evaluate(
        () =>
          window.bench?.wallet.requests.filter(({ method }) => method.includes('EthereumChain'))
            .length,
      )
    expect(await asks()).toBe(0)
  })

  it('UnsupportedChain: default', async () => {
    await open()
    await page.evaluate(() => window.bench?.wallet.selectChain(137))
    await button('Network Polygon').waitFor()
    await expect.poll(() => page.getByText('The wallet is on Polygon').count()).toBe(1)
    await page.evaluate(() => window.bench?.go({ view: 'UnsupportedChain' }))
    await headingNamed('Unsupported network').waitFor()
    await button('Second').waitFor()
    await button('Latchkey Devnet').click()
    await button('Network Latchkey Devnet').waitFor()
    expect(await walletChain()).toBe('eip155:31337')
  })

  it('AccountSettings: behavior: another account of the session is selected', async () => {
    await open()
    await page.evaluate(() => window.bench?.go({ view: 'AccountSettings' }))
    await headingNamed('Settings').waitFor()
    expect((await page.getByRole('dialog').innerText()).replace(/\s+/g, '')).toContain(ada)
  })

  it('AccountSettings: behavior: accounts are listed by their names, and by their address where they have none', async () => {
    await open()
    await page.evaluate(
      (all) => window.bench?.wallet.emit('accountsChanged', all),
      [ada, grace, unnamed],
    )
    await page.evaluate(() => window.bench?.go({ view: 'AccountSettings' }))
    const rows = page.getByRole('list', { name: 'Accounts' }).getByRole('button')
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual(['ada.eth\n0xf39F…2266\nCurrent', 'grace.eth\n0x7099…79C8', '0x0000…dEaD\nAccount'])
  })

  it('Receive: behavior: the code is read as the address, dark on light, with its quiet zone', async () => {
    await open()
    await button('Receive').click()
    const code = page.getByRole('img', { name: 'QR code' })
    await page.locator('svg.qr path').waitFor()
    const side = 400
    const pixels = await code.evaluate((svg, size) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const [x = 0, y = 0, width = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
      context.scale(size / width, size / width)
      context.translate(-x, -y)
      context.fillStyle = svg.querySelector('rect')?.getAttribute('fill') ?? ''
      context.fillRect(x, y, width, width)
      const path = svg.querySelector<SVGPathElement>('path')
      context.fillStyle = path?.getAttribute('fill') ?? ''
      const { a = 1, d = 1 } = path?.transform.baseVal.consolidate()?.matrix ?? {}
      context.scale(a, d)
      context.fill(new Path2D(path?.getAttribute('d') ?? ''), 'evenodd')
      return [...context.getImageData(0, 0, size, size).data]
    }, side)
    const read = jsQR(new Uint8ClampedArray(pixels), side, side, {
      inversionAttempts: 'dontInvert',
    })
    expect(read?.data).toBe(ada)
    expect((await code.getAttribute('viewBox'))?.startsWith('-4 -4 ')).toBe(true)
    expect((await page.getByRole('dialog').innerText()).replace(/\s+/g, '')).toContain(ada)
  })
})

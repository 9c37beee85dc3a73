import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, receiptOf } from '@latchkey/devnet'
import type { BrowserContext, Page } from 'playwright-core'
import { createPublicClient, http, toHex, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type RunningGateway,
  startGateway,
} from '../../../packages/gateway/src/server/hosts/node.ts'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import { type Stranger, startStranger } from '../../../tests/peer/start-stranger.ts'
import { qrPng, qrVideo } from './qr-picture.ts'
import { findings, type Site, startSite } from './test/test-site.ts'

const [ada, grace] = accounts
const devnet = 'eip155:31337'
const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']
const events = ['chainChanged', 'accountsChanged']
const wanted = { optionalNamespaces: { eip155: { chains: [devnet], methods, events } } }
const signIn = {
  chains: [devnet],
  domain: 'dapp.example',
  uri: 'https://dapp.example/',
  nonce: 'abc12345',
  statement: 'Welcome to the shop.',
  methods: ['personal_sign'],
}

interface Settled {
  readonly topic: string
  readonly namespaces: { readonly eip155: { readonly accounts: readonly string[] } }
}

describe('phone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'companion-phone-'))
  const camera = join(folder, 'camera.y4m')
  const run = {} as {
    gateway: RunningGateway
    dapp: Stranger
    site: Site
    context: BrowserContext
    faults: string[]
  }

  beforeAll(async () => {
    writeFileSync(camera, qrVideo('nothing'))
    const env = { LATCHKEY_GATEWAY_LOG: 'silent' }
    run.gateway = await startGateway({ dataDir: join(folder, 'gateway'), port: 0, env })
    const relay = run.gateway.url.replace('http', 'ws')
    run.dapp = await startStranger({ role: 'dapp', relay })
    run.site = await startSite({
      relayPort: Number(new URL(relay).port),
      args: [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${camera}`,
      ],
    })
  })
  afterAll(async () => {
    await run.site?.stop()
    await run.dapp?.kill()
    await run.gateway?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    run.context = await run.site.browser.newContext({ permissions: ['camera'] })
    run.context.setDefaultTimeout(stepTimeout)
    run.faults = []
    run.context.on('page', (page) => {
      page.on('pageerror', (error) => run.faults.push(error.message))
      page.on('console', (message) => message.type() === 'error' && run.faults.push(message.text()))
    })
  })
  afterEach(async () => {
    expect(run.faults).toEqual([])
    await run.context.close()
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const newLink = async (): Promise<string> =>
    (await run.dapp.call<{ uri: string }>('connect', wanted)).uri
  const open = async (path = '/'): Promise<Page> => {
    const page = await run.context.newPage()
    await page.goto(new URL(path, run.site.companionUrl).href)
    return page
  }
  const follow = async (link: string): Promise<Page> => {
    const page = await open(`/wc?uri=${encodeURIComponent(link)}`)
    await button(page, 'Reject').waitFor()
    return page
  }
  const connect = async (): Promise<{ page: Page; settled: Settled }> => {
    const page = await follow(await newLink())
    await page.getByRole('checkbox').nth(1).check()
    await button(page, 'Approve').click()
    const settled = await run.dapp.take<Settled>('approved')
    await button(page, 'Return to the page').waitFor()
    return { page, settled }
  }
  const ask = (topic: string, method: string, params: unknown): Promise<unknown> =>
    run.dapp
      .call('request', { topic, chainId: devnet, request: { method, params } })
      .catch((error: unknown) => error)

  test('default', async () => {
    const { page, settled } = await connect()
    const { eip155 } = settled.namespaces
    expect(eip155).toMatchObject({
      accounts: [`${devnet}:${ada.address}`, `${devnet}:${grace.address}`],
      methods,
      events,
    })
    await button(page, 'Return to the page').waitFor()
    expect(new URL(page.url()).search).toBe('')

    const message = '<b>Sign in</b>\nNonce 7'
    const signing = ask(settled.topic, 'personal_sign', [toHex(message), grace.address])
    await page.getByRole('heading', { name: 'Sign message' }).waitFor()
    expect(await page.getByText(message).textContent()).toBe(message)
    await button(page, 'Approve').click()
    expect(
      await verifyMessage({ address: grace.address, message, signature: (await signing) as '0x' }),
    ).toBe(true)

    const typed = {
      types: { Mail: [{ name: 'text', type: 'string' }] },
      ...({
        domain: { name: 'Shop', chainId: 31_337 },
        primaryType: 'Mail',
        message: { text: 'hello' },
      } as const),
    }
    const typing = ask(settled.topic, 'eth_signTypedData_v4', [ada.address, JSON.stringify(typed)])
    await page.getByRole('heading', { name: 'Sign data' }).waitFor()
    await button(page, 'Approve').click()
    expect(
      await verifyTypedData({ ...typed, address: ada.address, signature: (await typing) as '0x' }),
    ).toBe(true)

    const to = '0x00000000000000000000000000000000000000D2'
    const sending = ask(settled.topic, 'eth_sendTransaction', [
      { from: ada.address, to, value: toHex(2n * 10n ** 18n) },
    ])
    await page.getByText('2 ETH').waitFor()
    await button(page, 'Approve').click()
    const reads = createPublicClient({ transport: http(run.site.devnet.url), pollingInterval: 20 })
    await receiptOf(run.site.devnet.url, (await sending) as '0x')
    expect(await reads.getBalance({ address: to })).toBe(2n * 10n ** 18n)

    const refusing = ask(settled.topic, 'personal_sign', ['0x61', ada.address])
    await button(page, 'Reject').click()
    expect(await refusing).toMatchObject({ value: { code: 4001 } })
  })

  test('behavior: what is shown is marked as claimed, in plain words, and can be rejected', async () => {
    const page = await follow(await newLink())
    for (const text of [
      'Claimed by the page, not verified',
      'Ask you to sign messages',
      'Ask you to send transactions',
    ]) {
      await page.getByText(text).waitFor()
    }
    await page.getByText('Latchkey Devnet').waitFor()
    await page.getByRole('checkbox').first().uncheck()
    await button(page, 'Approve').click()
    await page.getByText('Choose at least one account.').waitFor()
    await button(page, 'Reject').click()
    expect(await run.dapp.take('not-approved')).toMatchObject({ value: { code: 5000 } })
    await page.getByRole('heading', { name: 'Rejected' }).waitFor()
  })

  test('behavior: a network it has not can only be rejected', async () => {
    const other = { eip155: { chains: ['eip155:1'], methods, events } }
    const { uri } = await run.dapp.call<{ uri: string }>('connect', { optionalNamespaces: other })
    const page = await follow(uri)
    await page.getByRole('alert').getByText('a network that this wallet knows').waitFor()
    expect(await button(page, 'Approve').count()).toBe(0)
    await button(page, 'Reject').click()
    expect(await run.dapp.take('not-approved')).toMatchObject({ value: { code: 5000 } })
  })

  test('behavior: a link is pasted; account, network, time and end are changed from the page', async () => {
    const home = await open()
    await button(home, 'Connect to the page').click()
    await home.getByText('Paste the link that the page shows').waitFor()
    await home.getByRole('textbox', { name: 'Paste a link' }).fill(await newLink())
    await home.keyboard.press('Enter')
    await home.getByRole('checkbox').nth(1).check()
    await button(home, 'Approve').click()
    const { topic } = await run.dapp.take<Settled>('approved')
    const readSecond = (): number => Math.floor(Date.now() / 1000)
    const settledIn = readSecond()
    const site = await home.getByRole('button', { name: /^Extend / }).getAttribute('aria-label')
    const name = String(site).slice('Extend '.length)
    await home.getByRole('combobox', { name: `Account for ${name}` }).selectOption(grace.address)
    expect(await run.dapp.take('session_event')).toMatchObject({
      topic,
      params: {
        event: { name: 'accountsChanged', data: [grace.address, ada.address] },
        chainId: devnet,
      },
    })
    expect(await run.dapp.take('session_update')).toMatchObject({ topic })
    // The peer takes an extension only from the next whole second on, and only the clock tells it.
    await expect.poll(readSecond).toBeGreaterThan(settledIn)
    await button(home, `Extend ${name}`).click()
    await run.dapp.take('session_extend')
    await button(home, `Disconnect ${name}`).click()
    expect(await run.dapp.take('session_delete')).toMatchObject({ topic })
    await home.getByText('No page is connected by a link.').waitFor()
  })

  test('behavior: one-click sign-in shows the text and signs it', async () => {
    const { uri } = await run.dapp.call<{ uri: string }>('authenticate', signIn)
    const page = await follow(uri)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText('Welcome to the shop.').waitFor()
    await page.getByRole('radio').nth(1).check()
    await page
      .getByText(`dapp.example wants you to sign in with your Ethereum account:\n${grace.address}`)
      .waitFor()
    await button(page, 'Approve').click()
    const { auths } = await run.dapp.take<{ auths: readonly { p: { iss: string } }[] }>(
      'authenticated',
    )
    expect(auths).toMatchObject([
      { p: { iss: `did:pkh:${devnet}:${grace.address}` }, s: { t: 'eip191' } },
    ])
    await button(page, 'Return to the page').waitFor()
  })

  test('behavior: the code is read from a picture and by the camera', async () => {
    const home = await open()
    const file = home.getByLabel('Choose a picture')
    await file.setInputFiles({
      name: 'a.txt',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await home.getByText('This file is no picture.').waitFor()
    await file.setInputFiles({
      name: 'code.png',
      mimeType: 'image/png',
      buffer: qrPng(await newLink()),
    })
    await button(home, 'Reject').click()
    await run.dapp.take('not-approved')
    writeFileSync(camera, qrVideo(await newLink()))
    await button(home, 'Scan with the camera').click()
    await button(home, 'Reject').click({ timeout: 20_000 })
    await run.dapp.take('not-approved')
  })

  test('behavior: links that are none are said', async () => {
    const home = await open()
    const field = home.getByRole('textbox', { name: 'Paste a link' })
    await field.fill('https://example.org')
    await field.press('Enter')
    await home.getByText('This is no pairing link.').waitFor()
    await field.fill((await newLink()).replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1600000000'))
    await field.press('Enter')
    await home.getByText('This code has expired.').waitFor()
  })

  test('behavior: the newest tab speaks, and after a reload sessions are there', async () => {
    const { page, settled } = await connect()
    const home = await open()
    await home.getByRole('button', { name: /^Disconnect / }).waitFor()
    await page.getByRole('heading', { name: 'Open in another tab' }).waitFor()
    const signing = ask(settled.topic, 'personal_sign', ['0x61', ada.address])
    await home.getByRole('heading', { name: 'Sign message' }).waitFor()
    expect(await button(page, 'Approve').count()).toBe(0)
    await home.close()
    await button(page, 'Approve').click()
    expect(await signing).toMatch(/^0x/)
  })

  test('behavior: a window that the page opened closes by itself, a tab by "Return to the page"', async () => {
    const host = await run.context.newPage()
    await host.goto(run.site.hostUrl)
    const openFrom = async (features: string): Promise<Page> => {
      const opened = run.context.waitForEvent('page')
      const link = new URL(`/wc?uri=${encodeURIComponent(await newLink())}`, run.site.companionUrl)
        .href
      await host.evaluate(([link, features]) => void window.open(link, '_blank', features), [
        link,
        features,
      ] as const)
      return opened
    }
    const own = await openFrom('')
    const closed = own.waitForEvent('close')
    await button(own, 'Reject').click()
    await closed
    await run.dapp.take('not-approved')
    const foreign = await openFrom('noopener')
    await button(foreign, 'Reject').click()
    await run.dapp.take('not-approved')
    const left = foreign.waitForEvent('close')
    await button(foreign, 'Return to the page').click()
    await left
    await host.goto(
      new URL(`/wc?uri=${encodeURIComponent(await newLink())}`, run.site.companionUrl).href,
    )
    await button(host, 'Reject').click()
    await button(host, 'Return to the page').click()
    await host.waitForURL(run.site.hostUrl)
    await run.dapp.take('not-approved')
  })

  test('behavior: Solana, Bitcoin and Stacks in one session, with their addresses told at once', async () => {
    const bitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
    const optionalNamespaces = {
      ...wanted.optionalNamespaces,
      solana: { chains: ['solana:localnet'], methods: ['solana_signMessage'], events: [] },
      bip122: {
        chains: [bitcoin],
        methods: ['signMessage', 'signPsbt'],
        events: ['bip122_addressesChanged'],
      },
      stacks: {
        chains: ['stacks:2155905152'],
        methods: ['stx_signMessage'],
        events: ['stx_accountsChanged'],
      },
    }
    const look = async (page: Page, name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findings(page)).toEqual([])
        const shots = process.env.COMPANION_SHOTS
        if (shots)
          await page.screenshot({
            path: join(shots, `phone-${name}-${colorScheme}.png`),
            fullPage: true,
          })
      }
    }
    const { uri } = await run.dapp.call<{ uri: string }>('connect', { optionalNamespaces })
    const page = await follow(uri)
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'families')
    await page.getByRole('radio').nth(1).check()
    await button(page, 'Approve').click()
    const { topic, namespaces, sessionProperties } = await run.dapp.take<
      { sessionProperties: Record<string, string> } & Omit<Settled, 'namespaces'> & {
          namespaces: Record<string, { accounts: readonly string[] }>
        }
    >('approved')
    expect(Object.keys(namespaces)).toEqual(['eip155', 'solana', 'bip122', 'stacks'])
    const told = JSON.parse(sessionProperties.bip122_getAccountAddresses ?? '') as {
      payment: { address: string }[]
    }
    expect(namespaces.bip122?.accounts[0]).toBe(`${bitcoin}:${told.payment[0]?.address}`)
    expect(JSON.parse(sessionProperties.stacks_getAddresses ?? '')).toHaveLength(1)
    await button(page, 'Return to the page').waitFor()
    const params = { message: 'Welcome', account: told.payment[0]?.address, protocol: 'ecdsa' }
    const request = { topic, chainId: bitcoin, request: { method: 'signMessage', params } }
    const sign = () => run.dapp.call('request', request).catch((error: unknown) => error)
    const signing = sign()
    await page.getByText('ECDSA (BIP-137)').waitFor()
    await look(page, 'families-message')
    await button(page, 'Approve').click()
    expect(await signing).toMatchObject({
      signature: expect.stringMatching(/^(27|28)[0-9a-f]{128}$/),
    })
    const refusing = sign()
    await button(page, 'Reject').click()
    expect(await refusing).toMatchObject({ value: { code: 5000 } })
    const home = await open()
    await button(home, 'Use this tab')
      .or(home.getByRole('button', { name: /^Extend / }))
      .first()
      .waitFor()
    const select = home.getByRole('combobox', { name: /^Account of other chains for / })
    await select.selectOption('0')
    const changed = await run.dapp.take<{ params: { event: { name: string } } }>('session_event')
    expect(changed.params.event.name).toMatch(/^(bip122_addresses|stx_accounts)Changed$/)
    await button(home, 'Show addresses on Solana, Bitcoin and Stacks').click()
    await button(home, 'Copy Stacks address of account 3').waitFor()
    await look(home, 'families-home')
  })

  test.each(['light', 'dark'] as const)(
    'behavior: no accessibility findings, %s',
    async (colorScheme) => {
      const shots = process.env.COMPANION_SHOTS
      const look = async (page: Page, name: string, width = 390, height = 844): Promise<void> => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height })
        expect(await findings(page)).toEqual([])
        if (shots)
          await page.screenshot({
            path: join(shots, `phone-${name}-${colorScheme}.png`),
            fullPage: true,
          })
      }
      const empty = await open('/wc')
      await empty.getByRole('textbox', { name: 'Paste a link' }).waitFor()
      await look(empty, 'empty')
      await empty.close()
      const page = await follow(await newLink())
      await page.getByRole('checkbox').nth(1).check()
      await look(page, 'proposal')
      await button(page, 'Approve').click()
      const { topic } = await run.dapp.take<Settled>('approved')
      await button(page, 'Return to the page').waitFor()
      await look(page, 'done')
      const signing = ask(topic, 'personal_sign', [toHex('Welcome.\n\nNonce: 7'), ada.address])
      await page.getByRole('heading', { name: 'Sign message' }).waitFor()
      await look(page, 'message')
      await button(page, 'Reject').click()
      await signing
      const { uri } = await run.dapp.call<{ uri: string }>('authenticate', signIn)
      const other = await follow(uri)
      await look(other, 'sign-in')
      await button(page, 'Use this tab').waitFor()
      await look(page, 'elsewhere')
      await button(other, 'Reject').click()
      await run.dapp.take('not-authenticated')
      // Closed before it says so, it might ask once more: better than an answer that never left.
      await other.getByRole('heading', { name: 'Rejected' }).waitFor()
      await other.close()
      const home = await open()
      await home.getByRole('button', { name: /^Disconnect / }).waitFor()
      await look(home, 'home')
      await look(home, 'home-wide', 1280, 900)
    },
  )
})

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { type Hex, recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GuardedWorld, startGuardedWorld } from './guarded-world.ts'
import type { GuardName } from './guards.ts'
import type { Host, Said } from './host-page.ts'
import { proveGuards, withoutGuards } from './prove-guards.ts'

declare const said: Said[]
declare const call: (method: string, params: unknown) => Promise<Said>
declare const until: <T>(find: () => T) => Promise<NonNullable<T>>
declare const greet: (frame: Window) => void

const made: { world?: GuardedWorld } = {}
const world = (): GuardedWorld => made.world as GuardedWorld
beforeAll(async () => {
  made.world = await startGuardedWorld()
})
afterAll(() => made.world?.stop())

const chains = ['eip155:31337', 'solana:localnet']
const mostClicks = 8
const ask = (page: Page, method: string, params: unknown): Promise<Said> =>
  page.evaluate(([name, given]) => call(name as string, given), [method, params])
const frameOf = async (page: Page): Promise<Frame> => {
  await page.waitForFunction(() => (globalThis as { isLoaded?: boolean }).isLoaded)
  return page.frames()[1] as Frame
}
const welcomed = (page: Page) =>
  page.waitForFunction(() => said.some((one) => one.nonce !== undefined))
/** The approval that stands; null when none does. */
const standing = (page: Page) =>
  page.evaluate(() => said.findLast((one) => 'approval' in one)?.approval ?? null)
const approval = (page: Page) =>
  page.evaluate(() => until(() => said.findLast((one) => 'approval' in one)?.approval ?? null))

/** Somebody who signs up by email in this page; their address on the chain. */
async function signUp(page: Page): Promise<string> {
  await welcomed(page)
  const email = `${crypto.randomUUID()}@shop.example`
  const { error } = await ask(page, 'login-email', { email, chains })
  if (error) throw new Error(error.code)
  const [mail = ''] = await world().mailsTo(email)
  const { result } = await ask(page, 'login-code', { code: /\d{6}/.exec(mail)?.[0] ?? '' })
  const { session } = result as { session: { accounts: { account: string }[] } }
  return session.accounts[0]?.account.split(':')[2] ?? ''
}

/** Asks for a signature that nobody waits for here; `answered` tells what came of it. */
async function asking(page: Page, text: string, address: string): Promise<void> {
  await page.evaluate(
    ([message, account]) => {
      const asked = { chain: 'eip155:31337', method: 'personal_sign', params: [message, account] }
      Object.assign(globalThis, { answer: call('request', asked) })
    },
    [text, address],
  )
  await approval(page)
}
const answered = (page: Page): Promise<Said> =>
  page.evaluate(() => (globalThis as unknown as { answer: Promise<Said> }).answer)
/**
 * Whether it was signed by now, whoever decided: what the frame was told before, it has heard
 * before it answers this.
 */
async function isSigned(page: Page, text: string, address: string): Promise<boolean> {
  await ask(page, 'session', { chains })
  if ((await standing(page)) !== null) return false
  const { result } = await answered(page)
  return (
    typeof result === 'string' &&
    (await recoverMessageAddress({ message: text, signature: result as Hex })) === address
  )
}
const signInText = (page: Page, address: string): string => {
  const { host, origin } = new URL(page.url())
  return `${host} wants you to sign in with your Ethereum account:\n${address}\n\nHello.\n\nURI: ${origin}\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z`
}

async function openPopup(page: Page, url: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.evaluate((address) => {
    Object.assign(globalThis, {
      opened: window.open(address, '_blank', 'popup,width=600,height=800'),
    })
  }, url)
  return opening
}

/**
 * A click on Approve as soon as its window shows it: whether that was within its first second, and
 * whether it signed.
 */
async function clickAtOnce(): Promise<{ readonly isEarly: boolean; readonly got: boolean }> {
  const page = await world().open('shop')
  const address = await signUp(page)
  await asking(page, 'Hello', address)
  const popup = await openPopup(page, (await approval(page)).url)
  const button = popup.getByRole('button', { name: 'Approve' })
  await button.evaluate((element) => {
    const note = () => Object.assign(globalThis, { wasEarly: element.ariaDisabled === 'true' })
    element.addEventListener('click', note, { capture: true, once: true })
  })
  const box = await button.boundingBox()
  // Where it approves, the window closes itself.
  const click = async (): Promise<boolean> => {
    await popup.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    return popup.evaluate(() => (globalThis as { wasEarly?: boolean }).wasEarly === true)
  }
  const isEarly = await click().catch(() => true)
  const got = await isSigned(page, 'Hello', address)
  await page.close()
  if (!popup.isClosed()) await popup.close()
  return { isEarly, got }
}

/**
 * A click on the button of a sign-in's window as soon as it is there: whether that was within its
 * first second, and whether it went on.
 */
async function goOnAtOnce(): Promise<{ readonly isEarly: boolean; readonly got: boolean }> {
  const page = await world().open('shop')
  await welcomed(page)
  const login = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await page.evaluate((params) => void call('login-window', params), {
    login,
    provider: 'google',
    chains,
  })
  // Somebody sent the visitor here: no page of the project opened it.
  const popup = await page.context().newPage()
  const proceeds = popup
    .waitForRequest((request) => request.url().endsWith('/api/logins/proceed'))
    .then(() => true)
  proceeds.catch(() => undefined)
  await popup.goto(`${world().vault}/p/login/shop#${login}`)
  const button = popup.getByRole('button', { name: 'Go on to Google' })
  await button.evaluate((element) => {
    const note = () => Object.assign(globalThis, { wasEarly: element.ariaDisabled === 'true' })
    element.addEventListener('click', note, { capture: true, once: true })
  })
  const box = await button.boundingBox()
  await popup.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
  const isEarly = await popup
    .evaluate(() => (globalThis as { wasEarly?: boolean }).wasEarly !== false)
    .catch(() => true)
  // A press that is refused is told so.
  const refused = popup.getByText('This button works a second after it appears').waitFor()
  refused.catch(() => undefined)
  const got = await Promise.race([proceeds, refused.then(() => false)])
  await Promise.all([page.close(), popup.close()])
  return { isEarly, got }
}

/** Whether it gets through, in a page that was loaded with just those guards off. */
const inPage =
  (name: string, host: Host | undefined, attack: (page: Page) => Promise<boolean>) =>
  async (): Promise<boolean> => {
    const page = await world().open(name, host)
    try {
      return await attack(page)
    } finally {
      await page.close()
    }
  }

describe('embedding', () => {
  test('behavior: a page of another site shows the vault in a frame', () =>
    proveGuards(
      ['frame-ancestors', 'frame-options'],
      inPage('evil', undefined, async (page) =>
        (await frameOf(page)).url().startsWith(world().vault),
      ),
    ))

  test('behavior: a page of the project that stands in a frame of another site shows the vault', () =>
    proveGuards(
      ['frame-ancestors', 'frame-options'],
      inPage('evil', { isSilent: true }, async (page) => {
        await page.evaluate((address) => {
          const frame = document.createElement('iframe')
          frame.src = address
          document.body.append(frame)
          return new Promise((resolve) => frame.addEventListener('load', resolve))
        }, world().at('shop'))
        const inner = page.frames().find((frame) => frame.parentFrame()?.parentFrame())
        return inner?.url().startsWith(world().vault) ?? false
      }),
    ))

  test('behavior: a page that opened the shop greets its frame', () =>
    proveGuards(
      ['hello-source', 'hello-around', 'hello-project'],
      inPage('evil', { isSilent: true }, async (page) => {
        const shop = await openPopup(page, world().at('shop', { isSilent: true }))
        await frameOf(shop)
        await page.evaluate(() => {
          const opened = (globalThis as unknown as { opened: Window }).opened
          greet(opened.frames[0] as Window)
        })
        await shop.evaluate(() => greet(frames[0] as Window))
        // Whoever was first has the line.
        const first = await Promise.race([page, shop].map((one) => welcomed(one).then(() => one)))
        await shop.close()
        return first === page
      }),
    ))
})

describe('consent', () => {
  test('behavior: a script of the page asks for a signature, and says what only a window of the vault may', () =>
    proveGuards(
      ['decision-origin'],
      inPage('shop', undefined, async (page) => {
        const address = await signUp(page)
        await asking(page, 'Hello', address)
        await page.evaluate(async (account) => {
          const id = said.findLast((one) => 'approval' in one)?.approval?.id
          const text = JSON.stringify(['eip155:31337', 'personal_sign', ['Hello', account]])
          const hash = new Uint8Array(
            await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
          )
          const payload = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
          const frame = frames[0] as Window
          frame.postMessage({ type: 'latchkey-window-hello', id, nonce: 'n' }, '*')
          frame.postMessage({ type: 'latchkey-window-decided', id, approved: true, payload }, '*')
        }, address)
        return isSigned(page, 'Hello', address)
      }),
    ))

  test.each([
    ['mask-image', 'mask-image:linear-gradient(transparent,transparent)'],
    ['an outline', 'outline:400px solid white;outline-offset:-400px'],
  ])('behavior: a click meant for something else falls on an approval hidden by %s', (_, style) =>
    proveGuards(
      ['frame-approves'],
      inPage('shop', undefined, async (page) => {
        const address = await signUp(page)
        await asking(page, 'Hello', address)
        await page.evaluate(
          (css) => document.querySelector('iframe')?.setAttribute('style', css),
          style,
        )
        const button = page.frames()[1]?.locator('button.approve')
        const box = (await button?.isVisible()) ? await button?.boundingBox() : null
        const [x, y] = [(box?.x ?? 40) + 10, (box?.y ?? 300) + 10]
        await page.mouse.move(x, y)
        await page.mouse.move(x + 4, y + 2)
        // The button arms itself a second after it came; where there is none, one click shows it.
        if (box)
          await expect
            .poll(() => page.mouse.click(x, y).then(() => standing(page)), { interval: 250 })
            .toBeNull()
        else await page.mouse.click(x, y)
        return isSigned(page, 'Hello', address)
      }),
    ),
  )

  test('behavior: a page leads Tab and Enter to a sign-in in its frame', () =>
    proveGuards(
      ['frame-arming'],
      inPage('shop', undefined, async (page) => {
        const address = await signUp(page)
        const text = signInText(page, address)
        await asking(page, text, address)
        expect((await approval(page)).place).toBe('frame')
        await page.evaluate(() => document.querySelector('iframe')?.focus())
        await page.frames()[1]?.locator('button.approve').waitFor()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        return isSigned(page, text, address)
      }),
    ))

  test('behavior: the second click of a double click falls on the window that the first one opened', () =>
    proveGuards(['window-arming'], async () => {
      for (let tried = 0; tried < mostClicks; tried += 1) {
        const { isEarly, got } = await clickAtOnce()
        // On a busy machine a click may come after the first second: then it was none of a double
        // click.
        if (isEarly) return got
      }
      throw new Error(
        `none of ${mostClicks} double clicks came within the second: the machine is too busy to tell`,
      )
    }))

  test('behavior: it falls on a button of another window, that of a sign-in', () =>
    proveGuards(['button-arming'], async () => {
      for (let tried = 0; tried < mostClicks; tried += 1) {
        const { isEarly, got } = await goOnAtOnce()
        if (isEarly) return got
      }
      throw new Error(
        `none of ${mostClicks} clicks came within the second: the machine is too busy to tell`,
      )
    }))

  test('behavior: a page asks for the passkey of the vault', async () => {
    const page = await world().open('shop')
    const tried = await page.evaluate(async () => {
      const challenge = new Uint8Array(32)
      const asked = navigator.credentials.get({ publicKey: { challenge, rpId: 'vault.localhost' } })
      return asked.then(
        () => 'given',
        ({ name }: Error) => name,
      )
    })
    expect(tried).toBe('SecurityError')
    await page.close()
  })

  test('behavior: a script of the page calls the gateway itself: no answer is read, and nothing is done', async () => {
    const page = await world().open('shop')
    const email = `${crypto.randomUUID()}@shop.example`
    const tried = await page.evaluate(
      async ([url, address]) => {
        const body = JSON.stringify({ project: 'shop', email: address })
        const headers = { 'content-type': 'application/json' }
        const outcomes = [
          fetch(url as string, { method: 'POST', body, headers }),
          fetch(url as string, { method: 'POST', body, headers, credentials: 'include' }),
          fetch(url as string, { method: 'POST', body, mode: 'no-cors', credentials: 'include' }),
        ].map((one) =>
          one.then(
            ({ type }) => type,
            ({ name }) => name,
          ),
        )
        return Promise.all(outcomes)
      },
      [`${world().vault}/api/email/start`, email],
    )
    expect(tried).toEqual(['TypeError', 'TypeError', 'opaque'])
    expect(await world().mailsTo(email)).toEqual([])
    await page.close()
  })
})

describe('policies', () => {
  const sink = (): boolean => {
    try {
      document.body.innerHTML = '<b>x</b>'
      return true
    } catch {
      return false
    }
  }

  test('behavior: text becomes markup in the frame, and in a window', async () => {
    const inFrame = inPage('shop', undefined, async (page) => (await frameOf(page)).evaluate(sink))
    await proveGuards(['trusted-types'], inFrame)
    const inWindow = inPage('shop', { isSilent: true }, async (page) => {
      await page.goto(`${world().vault}/p/approve/shop`)
      return page.evaluate(sink)
    })
    await proveGuards(['trusted-types'], inWindow)
  })

  test('behavior: a worker of the vault reaches the net, or makes code of text', async () => {
    // A document of this origin without a policy of its own: what holds is the worker's.
    const tries = (at: 0 | 1) => async (): Promise<boolean> => {
      const page = await world().open('shop', { isSilent: true })
      await page.goto(`${world().vault}/nothing`)
      const tried = await page.evaluate(
        () =>
          new Promise<boolean[]>((resolve, reject) => {
            const worker = new Worker('/w/probe.js')
            worker.onmessage = ({ data }) => resolve(data)
            worker.onerror = () => reject(new Error('not started'))
            worker.postMessage('')
          }),
      )
      await page.close()
      return tried[at] === true
    }
    await proveGuards(['worker-policy'], tries(0))
    await proveGuards(['worker-policy'], tries(1))
  })

  test('default: every address of the vault is answered with its headers', async () => {
    const { ask: get, built } = world()
    const files = await Promise.all(
      ['assets', 'w'].map(async (folder) =>
        (await readdir(join(built, folder))).map((name) => `/${folder}/${name}`),
      ),
    )
    const windows = ['login', 'approve', 'recover', 'recovery', 'export', 'devices', 'delete']
    const paths = ['/v/shop', ...windows.map((name) => `/p/${name}/shop`), ...files.flat()]
    for (const path of paths) {
      const { status, headers } = await get(path)
      const [isFrame, isDocument] = [path === '/v/shop', /^\/[vp]\//.test(path)]
      const around = isFrame ? new URL(world().at('shop')).origin : "'none'"
      const policy = headers.get('content-security-policy') ?? ''
      expect({ path, status, ...Object.fromEntries(headers), policy }).toMatchObject({
        path,
        status: 200,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': isFrame ? 'cross-origin' : 'same-origin',
        policy: expect.stringMatching(/^default-src 'none'/),
        ...(isDocument && { 'x-frame-options': 'DENY', 'cache-control': 'no-store' }),
      })
      if (path.startsWith('/w/')) expect(policy).toMatch(/; script-src 'self'; connect-src 'none'$/)
      if (isDocument)
        expect(policy).toMatch(
          new RegExp(
            `; require-trusted-types-for 'script'; trusted-types latchkey-vault; frame-ancestors ${around}$`,
          ),
        )
    }
    expect(paths.length).toBeGreaterThan(20)
  })
})

describe('pages that isolate themselves', () => {
  const isolated: readonly (readonly [string, Record<string, string>])[] = [
    ['nothing', {}],
    ['COEP require-corp', { 'cross-origin-embedder-policy': 'require-corp' }],
    ['COEP credentialless', { 'cross-origin-embedder-policy': 'credentialless' }],
    ['COOP same-origin', { 'cross-origin-opener-policy': 'same-origin' }],
    ['COOP same-origin-allow-popups', { 'cross-origin-opener-policy': 'same-origin-allow-popups' }],
    [
      'COOP and COEP, which isolate it',
      {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    ],
    ['Document-Isolation-Policy', { 'document-isolation-policy': 'isolate-and-require-corp' }],
  ]
  test.each(isolated)(
    'default: %s: the frame loads, and its worker makes a wallet',
    async (_, headers) => {
      const page = await world().open('shop', { headers })
      expect(await signUp(page)).toMatch(/^0x[\da-fA-F]{40}$/)
      await page.close()
    },
  )

  test('behavior: without the headers of the frame, or of its workers, such a page has no vault', async () => {
    const host = { headers: { 'cross-origin-embedder-policy': 'require-corp' } }
    const isThere = (names: readonly GuardName[], attack: (page: Page) => Promise<boolean>) =>
      withoutGuards(names, inPage('shop', host, attack))
    const isLoadedThere = async (page: Page) =>
      (await frameOf(page)).url().startsWith(world().vault)
    expect(await isThere([], isLoadedThere)).toBe(true)
    expect(await isThere(['frame-isolation'], isLoadedThere)).toBe(false)
    const isMade = (page: Page) =>
      signUp(page).then(
        () => true,
        () => false,
      )
    expect(await isThere([], isMade)).toBe(true)
    expect(await isThere(['worker-isolation'], isMade)).toBe(false)
  })

  test('behavior: a frame without credentials keeps what it will not find again', () =>
    proveGuards(
      ['storage-credentialless'],
      inPage('shop', { attributes: 'credentialless' }, async (page) => {
        await welcomed(page)
        const { error } = await ask(page, 'session', { chains })
        if (error) expect(error.code).toBe('vault-storage-missing')
        return error === undefined
      }),
    ))

  test('behavior: in a sandbox that takes its origin the vault does not speak', async () => {
    // Its own scripts are of another origin to it: nothing runs in there, whoever is greeted.
    const [exact, anybody] = await Promise.all(
      [world().vault, '*'].map((to) =>
        world().open('shop', { attributes: 'sandbox=allow-scripts', to }),
      ),
    )
    for (const page of [exact, anybody]) {
      expect(await (await frameOf(page as Page)).evaluate(() => origin)).toBe('null')
    }
    const page = await world().open('shop')
    await welcomed(page)
    for (const one of [exact, anybody]) {
      expect(await one?.evaluate(() => said)).toEqual([])
    }
    await Promise.all([exact?.close(), anybody?.close(), page.close()])
  })
})

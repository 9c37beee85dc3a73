import { createHash } from 'node:crypto'
import { argon2id } from '@noble/hashes/argon2.js'
import { base64urlnopad } from '@scure/base'
import { afterEach, describe, expect, test } from 'vitest'
import { openSecret as open_, sealSecret } from '../../seal.ts'
import { words } from '../words.ts'
import * as accountScenes from './account-scenes.ts'
import { axeFaults } from './axe-faults.ts'
import { plugIn } from './plug-in-authenticator.ts'
import * as scenes from './scenes.ts'
import * as smartScenes from './smart-scenes.ts'
import { type StandInRelay, standInRelay } from './stand-in-relay.ts'
import { button, press, windowsStage } from './windows-stage.ts'
import type { Opened, WindowsWorld } from './windows-world.ts'

const { run, open } = windowsStage()
const node = (_: string, body: Record<string, unknown>) => {
  const data = (body.params as [{ data?: string }] | undefined)?.[0]?.data
  const symbol = `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${Buffer.from('USDX').toString('hex').padEnd(64, '0')}`
  const result =
    data === '0x95d89b41' ? symbol : data === '0x313ce567' ? `0x${'6'.padStart(64, '0')}` : '0x'
  return { body: { jsonrpc: '2.0', id: 1, result } }
}

const approve = (hello: object) => open('approve', { answers: { hello } })
/** Waits until the second is over and the pointer has moved. */
const arm = async (one: Opened): Promise<void> => {
  await button(one, 'Approve').waitFor()
  await one.window.mouse.move(10, 10)
  await one.window.mouse.move(40, 40)
  await expect.poll(() => button(one, 'Approve').getAttribute('data-resting')).toBe('false')
}
const decisions = async (one: Opened) =>
  (await one.told()).filter(({ type }) => type === 'latchkey-window-decided')
const payloadOf = (scene: object): string => (scene as { payload: string }).payload

describe('the window of approval', () => {
  test('default: what is asked, exactly; approved with the hash of what is shown, then gone', async () => {
    run.world.api = node
    const one = await approve(scenes.tokens)
    await one.window.getByRole('heading', { name: 'Send 1\u202f234.56789 USDX' }).waitFor()
    expect(await one.window.getByRole('main').innerText()).toContain('https://shop.example')
    expect(await one.window.locator('.address', { hasText: '93BC' }).textContent()).toBe(scenes.bob)
    expect(one.window.url()).not.toContain('#')
    await arm(one)
    await button(one, 'Approve').click()
    await expect.poll(() => decisions(one)).toHaveLength(1)
    expect(await decisions(one)).toMatchObject([
      { approved: true, payload: payloadOf(scenes.tokens) },
    ])
    const { chain, method, params } = (scenes.tokens as { request: Record<string, unknown> })
      .request
    expect(payloadOf(scenes.tokens)).toBe(
      createHash('sha256')
        .update(JSON.stringify([chain, method, params]))
        .digest('hex'),
    )
    const closed = one.window.waitForEvent('close')
    await one.say({ type: 'latchkey-frame-done' })
    await closed
    expect(one.complaints).toEqual([])
  })

  test('behavior: a click that comes with the window approves nothing; Reject has the focus', async () => {
    const one = await approve(scenes.payment)
    await button(one, 'Approve').waitFor()
    await button(one, 'Approve').dispatchEvent('click')
    await one.window.evaluate(() => [...document.querySelectorAll('button')].at(-1)?.click())
    await one.window.getByText('Look at the request first').waitFor()
    expect(
      await button(one, 'Reject').evaluate((element) => element === document.activeElement),
    ).toBe(true)
    expect(await decisions(one)).toEqual([])
    await one.window.keyboard.press('Enter')
    await expect.poll(() => decisions(one)).toMatchObject([{ approved: false }])
  })

  test('behavior: by keys alone: Tab, a second, Enter; a script’s click never', async () => {
    const one = await approve(scenes.payment)
    await button(one, 'Approve').waitFor()
    await one.window.keyboard.press('Tab')
    await expect.poll(() => button(one, 'Approve').getAttribute('data-resting')).toBe('false')
    await button(one, 'Approve').evaluate((element: HTMLElement) => element.click())
    expect(await decisions(one)).toEqual([])
    await button(one, 'Approve').focus()
    await one.window.keyboard.press('Enter')
    await expect.poll(() => decisions(one)).toMatchObject([{ approved: true }])
  })

  test('behavior: another request in the same window begins again, and only it is decided', async () => {
    const one = await approve(scenes.payment)
    await arm(one)
    await one.say(scenes.message)
    await one.window.getByRole('heading', { name: 'Sign a message' }).waitFor()
    await button(one, 'Approve').dispatchEvent('click')
    expect(await button(one, 'Approve').getAttribute('data-resting')).toBe('true')
    await arm(one)
    await button(one, 'Approve').click()
    await expect
      .poll(() => decisions(one))
      .toMatchObject([{ approved: true, payload: payloadOf(scenes.message) }])
  })

  test('behavior: what leads from a barred request to recovery listens to no early click', async () => {
    const one = await approve(scenes.barred)
    await button(one, 'Set up recovery').focus()
    await one.window.keyboard.press('Enter')
    await one.window.getByText(words.armWait).waitFor()
    const isTold = async () =>
      (await one.told()).some(({ type }) => type === 'latchkey-window-next')
    expect(await isTold()).toBe(false)
    await press(one, 'Set up recovery')
    await expect.poll(isTold).toBe(true)
  })

  test('behavior: closed without a decision, it is a rejection', async () => {
    const one = await approve(scenes.payment)
    await button(one, 'Reject').waitFor()
    await one.window.close({ runBeforeUnload: true })
    await expect.poll(() => decisions(one)).toMatchObject([{ approved: false }])
  })

  test('behavior: nothing to approve where recovery is missing, the request unreadable or the hash another', async () => {
    const tampered = { ...scenes.payment, payload: '0'.repeat(64) }
    const cases = [
      [scenes.barred, 'Set up recovery first'],
      [smartScenes.foreignFactory, 'nobody can say what would be signed'],
      [scenes.broken, 'nobody can say what would be signed'],
      [tampered, 'are not the same'],
    ] as const
    for (const [scene, said] of cases) {
      const one = await approve(scene)
      await one.window.getByText(said).waitFor()
      expect(await button(one, 'Approve').count()).toBe(0)
      expect(await button(one, 'Reject').count()).toBe(1)
    }
  })

  test('default: what a contract account would do: every call, who pays, and that it is set up; a delegate by name', async () => {
    run.world.api = node
    const read = async (scene: object, heading: string) => {
      const one = await approve(scene)
      await one.window.getByRole('heading', { name: heading }).waitFor()
      return { one, said: await one.window.getByRole('main').innerText() }
    }
    const batch = await read(smartScenes.smartBatch, 'Let somebody spend 250 USDX')
    expect(batch.said).toContain('2 steps, in this order. All of them happen, or none.')
    expect(batch.said).toContain('The vault cannot tell what this will do.')
    expect(batch.said).toContain('A contract: it acts and signs for you')
    expect(batch.said).toContain('0.0007 ETH')
    await arm(batch.one)
    await button(batch.one, 'Approve').click()
    await expect
      .poll(() => decisions(batch.one))
      .toMatchObject([{ approved: true, payload: payloadOf(smartScenes.smartBatch) }])
    const sponsored = await read(smartScenes.sponsored, 'Send 1.5 ETH')
    expect(sponsored.said).toMatch(/Fee paid by\s+0x/)
    expect(sponsored.said).toContain('This is its first transaction')
    const delegation = await read(
      smartScenes.ownDelegation,
      'Let a contract run batches for your account',
    )
    expect(delegation.said).toContain('whatever its code does, it can do with all you hold here')
    expect(await delegation.one.window.locator('.address').allTextContents()).toContain(
      smartScenes.smart.delegate,
    )
    expect(delegation.said).not.toContain('A contract: it acts')
  })

  test('behavior: whose code commands the account is told where it is taken back, and a stranger’s with every request', async () => {
    const running = (delegate: string) => (path: string, body: Record<string, unknown>) =>
      body.method === 'eth_getCode' &&
      (body.params as string[])[0]?.toLowerCase() === scenes.account.toLowerCase()
        ? { body: { jsonrpc: '2.0', id: 1, result: `0xef0100${delegate.slice(2).toLowerCase()}` } }
        : node(path, body)
    const read = async (scene: object, heading: string, said: string) => {
      const one = await approve(scene)
      await one.window.getByRole('heading', { name: heading }).waitFor()
      await one.window.getByText(said).waitFor()
      return one
    }
    run.world.api = running(smartScenes.smart.delegate)
    const own = await read(
      smartScenes.ending,
      'Take your account back from a contract',
      'Those who run this wallet chose it',
    )
    expect(await own.window.locator('.address').allTextContents()).toContain(
      smartScenes.smart.delegate,
    )
    await arm(own)
    await button(own, 'Approve').click()
    await expect
      .poll(() => decisions(own))
      .toMatchObject([{ approved: true, payload: payloadOf(smartScenes.ending) }])
    run.world.api = running(scenes.bob)
    const foreign = await read(
      smartScenes.ending,
      'Take your account back',
      'Once you approve, your key alone commands',
    )
    expect(await foreign.window.locator('.address').allTextContents()).toContain(scenes.bob)
    await read(scenes.payment, 'Send', 'Take the account back first: in Settings, on the page.')
    run.world.api = running(smartScenes.smart.delegate)
    const usual = await approve(scenes.payment)
    await button(usual, 'Approve').waitFor()
    expect(await usual.window.getByRole('main').innerText()).not.toContain('can move everything')
  })

  test('behavior: a network of Solana is named once its node knows the transaction, and never called a test before', async () => {
    const knows = (value: unknown) => () => ({
      body: { jsonrpc: '2.0', id: 1, result: { context: {}, value } },
    })
    run.world.api = knows(true)
    const known = await approve(scenes.solana.transfer)
    await known.window.getByRole('heading', { name: 'Send 1.5 SOL' }).waitFor()
    await known.window.getByText('Solana Devnet (test)').waitFor()
    run.world.api = knows('what')
    const unchecked = await approve(scenes.solana.transfer)
    await unchecked.window.getByRole('heading', { name: 'Send 1.5 SOL' }).waitFor()
    await unchecked.window.getByText('it may be real money').waitFor()
    await unchecked.window.getByText('Solana, and which of its networks is not known').waitFor()
    expect(await unchecked.window.getByText('(test)').count()).toBe(0)
    run.world.api = knows(false)
    const other = await approve(scenes.solana.transfer)
    await other.window.getByText('the network that is named does not know it').waitFor()
    expect(await other.window.getByText('(test)').count()).toBe(0)
    expect(await button(other, 'Approve').count()).toBe(0)
    run.world.api = node
  })

  test('behavior: typed data is an order where it is one, and is warned of where nobody knows what it is', async () => {
    run.world.api = node
    const order = await approve(scenes.order)
    await order.window
      .getByRole('heading', { name: 'Give 5 USDX to whoever takes the order' })
      .waitFor()
    await order.window.getByRole('heading', { name: 'Get at least 1.5 ETH for it' }).waitFor()
    await order.window.getByText('nothing comes back to this account').waitFor()
    expect(await order.window.locator('.address').allTextContents()).toContain(scenes.bob)
    const unknown = await approve(scenes.typed)
    await unknown.window.getByText('The vault does not know what this data is for').waitFor()
  })

  test('behavior: what a page writes is text, and what hides in it is spelled', async () => {
    const one = await approve(scenes.hostile)
    const shown = one.window.getByRole('region', { name: 'Message' })
    await shown.waitFor()
    expect(await shown.innerText()).toContain('<img src=x onerror="window.hit=1">')
    expect(await one.window.locator('mark').allInnerTexts()).toEqual([
      'U+202E',
      'U+202C',
      'U+200B',
      'U+0007',
    ])
    expect(await one.window.evaluate(() => [document.images.length, 'hit' in window])).toEqual([
      0,
      false,
    ])
  })

  test('behavior: a page cannot speak for the frame', async () => {
    const one = await open('approve')
    await one.window.getByRole('heading', { name: 'One moment' }).waitFor()
    await one.page.evaluate(() => {
      addEventListener('message', () => {})
    })
    const nonce = await one.frame.evaluate(
      () =>
        new Promise<string>((resolve) =>
          addEventListener(
            'message',
            ({ data }) => data.type === 'latchkey-window-hello' && resolve(data.nonce),
          ),
        ),
    )
    // The page knows the nonce somehow, and has the window's handle.
    const forged = { ...scenes.payment, id: 'i'.repeat(43), nonce }
    await one.page.evaluate(
      ([message, url]) => {
        const handle = window.open('', 'forged')
        void handle
        for (const frame of [
          window,
          ...Array.from({ length: window.length }, (_, i) => window[i]),
        ]) {
          frame?.postMessage(message, url as string)
        }
      },
      [forged, run.world.vault] as const,
    )
    await one.window.evaluate((message) => window.postMessage(message, location.origin), forged)
    await one.frame.evaluate(
      (hello) => Object.assign(window, { answers: { hello } }),
      scenes.message,
    )
    await one.window.getByRole('heading', { name: 'Sign a message' }).waitFor()
    expect(await one.window.getByRole('heading', { name: 'Approve a transaction' }).count()).toBe(0)
  })

  test('behavior: where a page keeps its windows apart the window offers a sign-in of its own', async () => {
    const one = await open('approve', { isolated: true, answers: { hello: scenes.payment } })
    await one.window.getByRole('heading', { name: 'Sign in to go on' }).waitFor()
    await one.window.getByLabel('Email').waitFor()
    await button(one, 'Continue with Google').waitFor()
    expect(await axeFaults(one.window)).toEqual([])
    await button(one, 'Close').waitFor()
  })
})

describe('a window that is cut off from its page', () => {
  /** Signs in by the two mails of a new device. */
  const signIn = async ({ window }: Opened): Promise<void> => {
    await window.getByLabel('Email').fill('ada@shop.example')
    await window.getByRole('button', { name: 'Continue with email' }).click()
    await window.getByLabel('Six digits').fill('123456')
    await window.getByText('second mail').waitFor()
    await window.getByLabel('Six digits').fill('654321')
  }
  const held: { relay?: StandInRelay } = {}
  afterEach(() => held.relay?.stop())

  test('behavior: it signs in, takes the number the page shows, and is heard; another is said at once to be signed in', async () => {
    const relay = standInRelay(scenes.payment)
    held.relay = relay
    run.world.api = relay.api
    const one = await open('approve', {
      isolated: true,
      account: 'acc',
      context: { reducedMotion: 'reduce' },
    })
    const { window } = one
    await signIn(one)
    await window.getByRole('heading', { name: 'Enter the number the page shows' }).waitFor()
    await window.setViewportSize({ width: 300, height: 400 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFaults(window)).toEqual([])
    }
    expect(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    )
    await window.getByLabel('Twelve digits').fill(await relay.number())
    await window.getByRole('heading', { name: 'Send 1.5 ETH' }).waitFor()

    const opening = one.page.context().waitForEvent('page')
    await one.page.evaluate(
      (url) => void globalThis.open(url),
      `${run.world.vault}/p/approve/demo#${'j'.repeat(43)}~somebody`,
    )
    const other = await opening
    await other
      .getByRole('heading', { name: 'Another account is signed in here' })
      .waitFor({ timeout: 10_000 })
    await other.getByText('You are signed in here as ada@shop.example').waitFor()
    expect(await axeFaults(other)).toEqual([])
    await other.getByRole('button', { name: 'Sign in again' }).click()
    await other.getByRole('heading', { name: 'Sign in to go on' }).waitFor()
    expect(one.complaints).toEqual([])
  })
})

describe('recovery', () => {
  /** Sets up by a passkey or a password; what the frame was told. */
  const methodOf = async (one: Opened) => {
    await expect
      .poll(async () => (await one.told()).some(({ type }) => type === 'latchkey-window-recovery'))
      .toBe(true)
    const said = (await one.told()).find(({ type }) => type === 'latchkey-window-recovery')
    return said?.recovery as Record<string, unknown> & { readonly publicKey: string }
  }
  const asks = {
    'GET /api/account': accountScenes.vaultAccount,
    'POST /api/recovery/pepper': { key: 'A'.repeat(43) },
  }
  const share = Uint8Array.from({ length: 33 }, (_, i) => i)
  /** A key of the frame's worker, and how it opens what it is given. */
  const worker = async () => {
    const { oneTimeKey } = await import('../recovery/recovery-key.ts')
    const { openSecret: openSealed } = await import('../../seal.ts')
    const { pair, publicKey } = await oneTimeKey()
    return {
      publicKey,
      open: (sealed: string) => openSealed('recovery', pair, base64urlnopad.decode(sealed)),
    }
  }
  const sealedTo = async (publicKey: string): Promise<string> =>
    base64urlnopad.encode(await sealSecret('recovery', base64urlnopad.decode(publicKey), share))
  const recoveredOf = async (one: Opened): Promise<string> => {
    await expect
      .poll(async () => (await one.told()).some(({ type }) => type === 'latchkey-window-recovered'))
      .toBe(true)
    return String(
      (await one.told()).find(({ type }) => type === 'latchkey-window-recovered')?.sealed,
    )
  }

  test('default: by passkey: made, tried, and later it opens the share', async () => {
    const one = await open('recovery', {
      answers: { hello: accountScenes.ready('recovery'), asks },
    })
    await plugIn(one.window, { hasPrf: true })
    await press(one, 'Use a passkey')
    await button(one, 'Use the passkey once').click()
    const method = await methodOf(one)
    expect(method).toMatchObject({ kind: 'passkey', isSynced: true })
    await one.say({ type: 'latchkey-frame-done' })
    await one.window.getByRole('heading', { name: 'Recovery is set up' }).waitFor()

    // The same window, so that the same authenticator is there.
    const { publicKey, open: openSealed } = await worker()
    const stored = { ...method, id: 'm1', sealed: await sealedTo(method.publicKey) }
    await one.frame.goto(one.frame.url())
    const hello = { type: 'latchkey-frame-recover', methods: [stored], sealTo: publicKey }
    await one.frame.evaluate((answers) => Object.assign(window, { answers }), { hello } as object)
    await one.window.goto(`${run.world.vault}/p/recover/demo#${'i'.repeat(43)}`)
    await press(one, 'Use your passkey')
    expect(await openSealed(await recoveredOf(one))).toEqual(share)
    expect(one.complaints).toEqual([])
  })

  test('behavior: a passkey of this device alone is said to be; one without PRF leads to a password', async () => {
    const bound = await open('recovery', {
      answers: { hello: accountScenes.ready('recovery'), asks },
    })
    await plugIn(bound.window, { hasPrf: true, isSynced: false })
    await press(bound, 'Use a passkey')
    await bound.window.getByText('lives on this device only').waitFor()
    const without = await open('recovery', {
      answers: { hello: accountScenes.ready('recovery'), asks },
    })
    await plugIn(without.window, { hasPrf: false })
    await press(without, 'Use a passkey')
    await button(without, 'Use the passkey once').click()
    await without.window.getByLabel('New password').waitFor()
    expect((await without.told()).some(({ type }) => type === 'latchkey-window-recovery')).toBe(
      false,
    )
  })

  test('behavior: by password: stretched in a worker under its own policy, and later it opens the share', async () => {
    const password = 'a long password for tests'
    const one = await open('recovery', {
      answers: { hello: accountScenes.ready('recovery'), asks },
    })
    await button(one, 'Use a password').click()
    await one.window.getByLabel('New password').fill('short')
    await button(one, 'Save the password').click()
    await one.window.getByRole('alert').filter({ hasText: 'At least 12 characters' }).waitFor()
    await one.window.getByLabel('New password').fill(password)
    await one.window.getByLabel('Confirm password').fill(`${password}!`)
    await button(one, 'Save the password').click()
    await one.window.getByRole('alert').filter({ hasText: 'not the same' }).waitFor()
    await one.window.getByLabel('Confirm password').fill(password)
    await button(one, 'Save the password').click()
    const method = await methodOf(one)
    expect(method).toMatchObject({ kind: 'password', memory: 65_536, passes: 3, lanes: 1 })
    expect(JSON.stringify(await one.told())).not.toContain(password)
    expect(one.complaints).toEqual([])

    const { publicKey, open: openSealed } = await worker()
    const stored = { ...method, id: 'm1', sealed: await sealedTo(method.publicKey) }
    const hello = { type: 'latchkey-frame-recover', methods: [stored], sealTo: publicKey }
    const again = await open('recover', { answers: { hello, asks } })
    await again.window.getByLabel('Your recovery password').fill('another long password')
    await button(again, 'Use the password').click()
    await again.window.getByRole('alert').filter({ hasText: 'did not open the wallet' }).waitFor()
    await again.window.getByLabel('Your recovery password').fill(password)
    await button(again, 'Use the password').click()
    expect(await openSealed(await recoveredOf(again))).toEqual(share)
  })
})

describe('the account', () => {
  test('default: export is sealed to this window, shown only while asked for, and not in the clipboard', async () => {
    const one = await open('export', { answers: { hello: accountScenes.ready('export') } })
    await press(one, 'Show words and keys')
    const exports = async () =>
      (await one.told()).filter(({ type }) => type === 'latchkey-window-export')
    await expect.poll(async () => (await exports()).length).toBe(1)
    const sealTo = String((await exports())[0]?.sealTo)
    const words = Array(24).fill('abandon').join(' ')
    const keys = { eip155: `0x${'1'.repeat(64)}`, solana: '2'.repeat(88), bip122: 'K'.repeat(52) }
    const plain = new TextEncoder().encode(JSON.stringify({ words, keys }))
    const sealed = base64urlnopad.encode(
      await sealSecret('export', base64urlnopad.decode(sealTo), plain),
    )
    await one.say({ type: 'latchkey-frame-export', sealed })
    await button(one, 'Show recovery phrase').waitFor()
    expect(await one.window.locator('body').innerText()).not.toContain('abandon')
    await button(one, 'Show recovery phrase').click()
    await expect.poll(() => one.window.locator('.words > li').count()).toBe(24)
    await one.window.evaluate(() => dispatchEvent(new Event('blur')))
    await expect.poll(() => one.window.locator('.words > li').count()).toBe(0)
    await one.window.evaluate(() => dispatchEvent(new Event('focus')))
    await press(one, 'Show Solana private key')
    await one.window.getByText(keys.solana).waitFor()
  })

  test('behavior: without a sign-in the recovery share is opened first; an export leads there by itself; why not, in words', async () => {
    const { recoveryKey, oneTimeKey } = await import('../recovery/recovery-key.ts')
    const argon = { memory: 65_536, passes: 3, lanes: 1 }
    const hash = argon2id('a long password for tests', new Uint8Array(32), {
      m: argon.memory,
      t: 3,
      p: 1,
      dkLen: 64,
    })
    const { pair, publicKey } = await recoveryKey(
      Uint8Array.of(...hash.subarray(0, 32), ...new Uint8Array(32)),
    )
    const share = new Uint8Array(33).fill(7)
    const stored = {
      id: 'm1',
      kind: 'password',
      salt: 'A'.repeat(43),
      publicKey,
      ...argon,
      sealed: base64urlnopad.encode(
        await sealSecret('recovery', base64urlnopad.decode(publicKey), share),
      ),
    }
    expect(await open_('recovery', pair, base64urlnopad.decode(stored.sealed))).toEqual(share)
    const asks = { 'POST /api/recovery/pepper': { key: 'A'.repeat(43) } }
    const ready = { ...accountScenes.ready('way-out'), label: scenes.account }
    const one = await open('export', { answers: { hello: ready, asks } })
    await one.window.getByText('Take your keys along').waitFor()
    expect(await one.told()).toEqual([])
    await press(one, 'Go on')
    await expect.poll(async () => (await one.told()).length).toBe(1)
    const sealTo = String((await one.told())[0]?.sealTo)
    const worker = await oneTimeKey()
    await one.say({ type: 'latchkey-frame-recover', methods: [stored], sealTo: worker.publicKey })
    await one.window.getByLabel('Your recovery password').fill('a long password for tests')
    await button(one, 'Use the password').click()
    await expect.poll(async () => (await one.told()).at(-1)?.type).toBe('latchkey-window-recovered')
    const handed = String((await one.told()).at(-1)?.sealed)
    expect(await open_('recovery', worker.pair, base64urlnopad.decode(handed))).toEqual(share)
    const words = Array(24).fill('abandon').join(' ')
    const plain = new TextEncoder().encode(
      JSON.stringify({ words, keys: { eip155: `0x${'1'.repeat(64)}` } }),
    )
    const sealed = base64urlnopad.encode(
      await sealSecret('export', base64urlnopad.decode(sealTo), plain),
    )
    await one.say({ type: 'latchkey-frame-export', sealed })
    await button(one, 'Show recovery phrase').click()
    await expect.poll(() => one.window.locator('.words > li').count()).toBe(24)
    expect(one.complaints).toEqual([])

    const gone = await open('way-out', {
      answers: { hello: { type: 'latchkey-frame-done', isRefused: true, code: 'device-revoked' } },
    })
    await gone.window
      .getByText('This device was removed from the account. Use another one.')
      .waitFor()
    const apart = await open('way-out', { isolated: true })
    await apart.window.getByText('Use another site on which you have used this wallet').waitFor()
  })

  test('behavior: a device goes after a second question; a refusal is said in words', async () => {
    const asks: Record<string, unknown> = {
      'GET /api/account': accountScenes.vaultAccount,
      'POST /api/devices/revoke': {},
    }
    const one = await open('devices', { answers: { hello: accountScenes.ready('devices'), asks } })
    await button(one, 'Remove Safari on iPhone, games.example').click()
    expect((await one.told()).filter(({ call }) => call === 'POST /api/devices/revoke')).toEqual([])
    await button(one, 'Yes, remove Safari on iPhone, games.example').click()
    await expect
      .poll(async () => (await one.told()).find(({ call }) => call === 'POST /api/devices/revoke'))
      .toMatchObject({ call: 'POST /api/devices/revoke', body: { device: 'd2' } })
    const old = { ...asks, 'POST /api/devices/revoke': 'proof-needed' }
    await one.frame.evaluate(
      (given) => Object.assign((window as never as { answers: object }).answers, { asks: given }),
      old,
    )
    await button(one, 'Remove Safari on iPhone, games.example').click()
    await button(one, 'Yes, remove Safari on iPhone, games.example').click()
    await one.window
      .getByRole('alert')
      .filter({ hasText: 'signed in within the last minutes' })
      .waitFor()
  })

  test('behavior: deletion takes the typed word', async () => {
    const asks = { 'POST /api/account/delete': {} }
    const one = await open('delete', { answers: { hello: accountScenes.ready('delete'), asks } })
    await button(one, 'Delete for ever').click()
    await one.window.getByRole('alert').filter({ hasText: 'Type the word' }).waitFor()
    expect(await one.told()).toEqual([])
    await one.window.getByRole('textbox').fill('Delete')
    await button(one, 'Delete for ever').click()
    await one.window.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    const deleted = (await one.told()).filter(({ call }) => call !== 'GET /api/account')
    expect(deleted).toMatchObject([{ call: 'POST /api/account/delete' }])
  })
})

describe('the window of sign-in', () => {
  const bodies: Record<string, unknown>[] = []
  const gateway: WindowsWorld['api'] = (path, body) => {
    bodies.push({ path, ...body })
    if (path === '/api/logins/look')
      return { body: { provider: 'google', site: run.world.shop, ...shows } }
    return { body: {} }
  }
  const shows: Record<string, string> = {}
  const bodyOf = (path: string) => bodies.find((one) => one.path === path)
  const login = 'i'.repeat(43)
  /** Back from the provider. */
  async function returned(more: Record<string, string>) {
    bodies.splice(0)
    run.world.api = gateway
    const one = await open('login')
    await press(one, 'Go on to Google')
    await one.window.waitForURL('**/api/oauth/google/start?*')
    Object.assign(shows, more)
    await one.window.goto(`${run.world.vault}/p/login/demo?done`)
    return one
  }
  /** It is over, or was handed out. */
  const end = () => {
    for (const name of Object.keys(shows)) {
      delete shows[name]
    }
    run.world.api = () => ({
      status: 409,
      body: { status: 'FAILURE', reasons: [{ field: 'login-expired' }] },
    })
  }

  test('default: nobody vouched: it asks, beats, and announces that it leaves', async () => {
    bodies.splice(0)
    run.world.api = gateway
    const one = await open('login')
    await one.window
      .getByRole('heading', { name: /Sign in on shop\.localhost:\d+ with Google\?/ })
      .waitFor()
    await expect
      .poll(() => bodies.filter(({ path }) => path === '/api/logins/beat').length)
      .toBeGreaterThan(2)
    expect(bodyOf('/api/logins/proceed')).toBeUndefined()
    await press(one, 'Go on to Google')
    await expect.poll(() => run.world.asked.at(-1)).toBe('/api/oauth/google/start')
    expect(bodyOf('/api/logins/proceed')).toMatchObject({ login })
    expect(bodies.filter(({ leaving }) => leaving === true)).toHaveLength(1)
  })

  test('behavior: back from the provider it shows the number to type, and closes once that was typed', async () => {
    const one = await returned({ number: '271828' })
    await one.window
      .getByRole('heading', { name: /Type this number on shop\.localhost:\d+/ })
      .waitFor()
    expect(await one.window.getByLabel('Number').textContent()).toBe('271 828')
    expect(
      await one.window.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    ).toBe(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await one.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFaults(one.window)).toEqual([])
    }
    const closed = one.window.waitForEvent('close')
    end()
    await closed
  })

  test('behavior: a link names the account and the identity, and asks', async () => {
    const one = await returned({ account: 'bob@mail.example', identity: 'ada@gmail.example' })
    await one.window.getByRole('heading', { name: 'Link your Google account?' }).waitFor()
    const text = await one.window.locator('main').innerText()
    for (const part of ['bob@mail.example', 'ada@gmail.example', new URL(run.world.shop).host]) {
      expect(text).toContain(part)
    }
    expect(await axeFaults(one.window)).toEqual([])
    const agreed = () => bodies.find((body) => body.agreed === true)
    // Clicks of a script, and one of a pointer that never moved: as of a visitor who was about to
    // click the page.
    await button(one, 'Link it').evaluate((element: HTMLElement) => element.click())
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await button(one, 'Link it').boundingBox()) ?? {}
    await one.window.mouse.click(x + width / 2, y + height / 2)
    await one.window.getByText('This button works a second after it appears').waitFor()
    expect(agreed()).toBeUndefined()
    await press(one, 'Link it')
    await expect.poll(agreed).toMatchObject({ login, agreed: true })
    const closed = one.window.waitForEvent('close')
    end()
    await closed
  })

  test('behavior: an opener of the project vouches, and it goes on at once', async () => {
    bodies.splice(0)
    run.world.api = gateway
    const one = await open('login')
    await one.page.evaluate(() =>
      addEventListener('message', ({ source, data }) => {
        if (data.type === 'latchkey-login-vouch')
          (source as Window).postMessage(
            { type: 'latchkey-login-vouched', login: data.login, nonce: data.nonce },
            '*',
          )
      }),
    )
    await one.window.goto(`${run.world.vault}/p/devices/demo`)
    await one.window.goto(`${run.world.vault}/p/login/demo#${'i'.repeat(43)}`)
    await expect
      .poll(() => bodyOf('/api/logins/proceed'))
      .toMatchObject({ vouched: true, site: run.world.shop })
  })

  test('behavior: a refusal is said in words; the way back closes itself', async () => {
    const before = run.world.asked.length
    run.world.api = (path) =>
      path === '/api/logins/look'
        ? {
            status: 409,
            body: { status: 'FAILURE', reasons: [{ field: 'login-expired', message: 'x' }] },
          }
        : { body: {} }
    const one = await open('login')
    await one.window
      .getByRole('heading', { name: 'The sign-in has ended' })
      .waitFor({ timeout: 15_000 })
    // The gateway waits for what is not registered yet: one call fails, and nothing of it is asked
    // again.
    expect(run.world.asked.slice(before)).toEqual(['/api/logins/look'])
    const closed = one.window.waitForEvent('close')
    await one.window.goto(`${run.world.vault}/p/login/demo?done`).catch(() => {})
    await closed
  })
})

describe('every window', () => {
  const asks = { 'GET /api/account': accountScenes.vaultAccount }
  const method = {
    id: 'b',
    kind: 'password',
    salt: 'AAAA',
    publicKey: 'x',
    sealed: 'x',
    memory: 65_536,
    passes: 3,
    lanes: 1,
  }
  test.each([
    ['approve', scenes.typed],
    ['approve', smartScenes.ownDelegation],
    ['recover', { type: 'latchkey-frame-recover', sealTo: 'x', methods: [method] }],
    ['recovery', accountScenes.ready('recovery')],
    ['export', accountScenes.ready('export')],
    ['way-out', { ...accountScenes.ready('way-out'), label: scenes.account }],
    ['devices', accountScenes.ready('devices')],
  ] as const)('behavior: %s: axe finds nothing, light and dark, at 200 %', async (kind, hello) => {
    run.world.api = node
    const one = await open(kind, { answers: { hello, asks }, context: { reducedMotion: 'reduce' } })
    await one.window.locator('h1').filter({ hasNotText: 'One moment' }).waitFor()
    // A window of 600 by 800 at 200 %.
    await one.window.setViewportSize({ width: 300, height: 400 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await one.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Whoever wants no motion gets none: a button on its way from one ground to the other would
      // be a colour of nobody's.
      expect(
        await one.window.evaluate(() =>
          [...document.querySelectorAll('*')]
            .map((element) => getComputedStyle(element))
            .filter(
              ({ transitionDuration, animationName }) =>
                transitionDuration !== '0s' || animationName !== 'none',
            )
            .map((style) => style.transitionProperty),
        ),
      ).toEqual([])
      expect(await axeFaults(one.window)).toEqual([])
    }
    expect(
      await one.window.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    ).toBe(true)
    expect(await one.window.locator('[style]').count()).toBe(0)
    expect(one.complaints).toEqual([])
  })
})

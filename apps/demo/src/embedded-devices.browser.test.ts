import type { BrowserContext, Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import {
  type EmbeddedWorld,
  openShop,
  type Shop,
  startEmbeddedWorld,
} from '../test/embedded-world.ts'
import { pressArmed } from '../test/press-armed.ts'

const held = {} as { world: EmbeddedWorld; other: BrowserContext }
beforeAll(async () => {
  held.world = await startEmbeddedWorld()
  held.other = await held.world.openDevice()
  for (const context of [held.world.context, held.other]) {
    context.setDefaultTimeout(stepTimeout)
  }
})
afterAll(() => held.world?.stop())

const password = 'six pots and a long evening'

/** The shop on a device: a site in a browser. */
const shopOn = (site: string, context = held.world.context): Promise<Shop> =>
  openShop(context, `http://${site}:${held.world.ports[0]}/`)

/** What a console holds but the browser's own word of calls that were meant to be refused so. */
const faults = ({ complaints }: Shop, status?: number): readonly string[] =>
  complaints.filter((line) => !line.includes(`the server responded with a status of ${status} `))

async function subjectsOf(address: string): Promise<readonly string[]> {
  const url = `http://localhost:${held.world.ports[8]}/api/messages?to=${encodeURIComponent(address)}`
  const mails = (await (await fetch(url)).json()) as { subject: string }[]
  return mails.map(({ subject }) => subject.replace(/ (?:for|at) .*/, ''))
}

/** Signs in where the device is new; `codes` that the address has got before. */
async function signInAnew(shop: Shop, address: string, codes: number): Promise<void> {
  const { signUp, typeCode, codeFor } = held.world
  await signUp(shop.page, address, codes + 1)
  await typeCode(shop.page, 'Confirm this device', await codeFor(address, codes + 2))
}

async function openSettings({ page, dialog }: Shop): Promise<void> {
  await page.getByRole('button', { name: /^Account (?!type)/ }).click()
  await dialog.getByRole('button', { name: 'Settings' }).click()
}

/** A window of the vault that a row of Settings opens. */
const setting = ({ dialog }: Shop, name: string): Promise<Page> =>
  held.world.opened(dialog.getByRole('button', { name, exact: true }))

const close = ({ dialog }: Shop): Promise<void> =>
  dialog.getByRole('button', { name: 'Close', exact: true }).click()

/** By password, from Settings. */
async function setRecovery(shop: Shop): Promise<void> {
  const window = await setting(shop, 'Recovery')
  await window.getByRole('button', { name: 'Use a password' }).click()
  await savePassword(window)
}

async function savePassword(window: Page): Promise<void> {
  await window.getByLabel('New password').fill(password)
  await window.getByLabel('Confirm password').fill(password)
  await window.getByRole('button', { name: 'Save the password' }).click()
  await window.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
  await window.close()
}

const openRecover = ({ dialog }: Shop): Promise<Page> =>
  held.world.opened(dialog.getByRole('button', { name: 'Open recovery' }))

async function tryPassword(window: Page, text: string): Promise<void> {
  await window.getByLabel('Your recovery password').fill(text)
  await window.getByRole('button', { name: 'Use the password' }).click()
}

/** Somebody nobody has paid before. */
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())

/** A payment up to the question whether to make it. */
async function ask({ page, dialog }: Shop, to: Address, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Account (?!type)/ }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

const openApproval = ({ dialog }: Shop): Promise<Page> =>
  held.world.opened(dialog.getByRole('button', { name: 'Open approval' }))

/** Pays, approved in the vault's window; the chain says that it came. */
async function pay(shop: Shop, amount: string): Promise<void> {
  const to = stranger()
  await ask(shop, to, amount)
  const window = await openApproval(shop)
  await window.getByText(`Send ${amount} ETH`).waitFor()
  await pressArmed(window)
  await shop.dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
  expect(await held.world.chain.getBalance({ address: to })).toBe(parseEther(amount))
  await close(shop)
}

const fill = (address: Address): Promise<void> =>
  held.world.tester.setBalance({ address, value: parseEther('5') })

/** An authenticator in that window alone, always willing. */
async function plugIn(window: Page, hasPrf: boolean) {
  const session = await window.context().newCDPSession(window)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasPrf,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  return { session, authenticatorId }
}

/** Names of what the vault keeps for this site: asked in a frame of it, as a script there could. */
async function keptBy({ page }: Shop): Promise<readonly string[]> {
  const vault = `http://vault.localhost:${held.world.ports[13]}`
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src, title: 'Storage' })
    document.body.append(frame)
    return new Promise((done) => frame.addEventListener('load', done, { once: true }))
  }, `${vault}/v/demo`)
  const frame = page.frames().find((one) => one.url().startsWith(vault))
  return (
    (await frame?.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const opening = indexedDB.open('latchkey-vault.demo')
          opening.onsuccess = () => {
            const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys()
            keys.onsuccess = () => done(keys.result.map(String))
          }
        }),
    )) ?? []
  )
}

describe('devices and recovery of an embedded wallet', () => {
  test('behavior: what is too much waits for recovery; a passkey sets it up, and brings the wallet to a second site, which pays', async () => {
    const { signUp, addressOf } = held.world
    const shop = await shopOn('first.localhost')
    await signUp(shop.page, 'ada@devices.example')
    const ada = await addressOf(shop.page)
    await fill(ada)

    const to = stranger()
    await ask(shop, to, '0.2')
    const barred = await openApproval(shop)
    await barred.getByText('Set up recovery first').waitFor()
    expect(await barred.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await barred.getByRole('button', { name: 'Reject' }).click()
    await shop.dialog.getByRole('heading', { name: 'Review send' }).waitFor()
    await close(shop)
    await pay(shop, '0.02')

    await openSettings(shop)
    const recovery = await setting(shop, 'Recovery')
    const { session, authenticatorId } = await plugIn(recovery, true)
    await pressArmed(recovery, 'Use a passkey')
    await recovery.getByRole('button', { name: 'Use the passkey once' }).click()
    await recovery.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ rpId: 'vault.localhost', signCount: 2 }])
    await shop.dialog.getByText('Ready', { exact: true }).waitFor()
    await close(shop)
    await pay(shop, '0.2')
    expect(await held.world.chain.getBalance({ address: to })).toBe(0n)

    // The authenticator lives in that window, and no other has its secrets: so it is the window
    // that goes along to the second site.
    const second = `http://second.localhost:${held.world.ports[0]}/`
    await shop.page.evaluate((url) => location.assign(url), second)
    await shop.page.waitForURL(second)
    await signInAnew(shop, 'ada@devices.example', 1)
    const press = shop.dialog.getByRole('button', { name: 'Open recovery' })
    await press.waitFor()
    const asked = await shop.page.evaluate(() => {
      const opened = { url: '' }
      Object.assign(window, {
        open: (url: string) => Object.assign(opened, { url }) && window,
        opened,
      })
      return opened.url
    })
    expect(asked).toBe('')
    await press.click()
    await recovery.goto(
      await shop.page.evaluate(() => (window as unknown as { opened: { url: string } }).opened.url),
    )
    await pressArmed(recovery, 'Use your passkey')
    expect(await addressOf(shop.page)).toBe(ada)
    await shop.page.reload()
    expect(await addressOf(shop.page)).toBe(ada)
    await pay(shop, '0.3')

    // The same passkey where its secret did not come along: nothing is opened, and the window says
    // so.
    const elsewhere = await shopOn('localhost', held.other)
    await signInAnew(elsewhere, 'ada@devices.example', 3)
    const window = await openRecover(elsewhere)
    const keys = await plugIn(window, true)
    const [credential] = credentials
    if (!credential) throw new Error('no passkey')
    await keys.session.send('WebAuthn.addCredential', {
      authenticatorId: keys.authenticatorId,
      credential,
    })
    await pressArmed(window, 'Use your passkey')
    await window.getByText('This passkey gave nothing to open the wallet with').waitFor()
    await window.close()
    expect([...faults(shop), ...faults(elsewhere)]).toEqual([])
    await Promise.all([shop.page.close(), elsewhere.page.close()])
  })

  test('behavior: a passkey that keeps no secret gives way to a password, which brings the wallet back as often as it must; the lost device is removed', async () => {
    const { signUp, addressOf, codeFor } = held.world
    const linus = 'linus@devices.example'
    const lost = await shopOn('lost.localhost')
    await signUp(lost.page, linus)
    const address = await addressOf(lost.page)
    await fill(address)
    await openSettings(lost)
    const recovery = await setting(lost, 'Recovery')
    const { session, authenticatorId } = await plugIn(recovery, false)
    await pressArmed(recovery, 'Use a passkey')
    await recovery.getByRole('button', { name: 'Use the passkey once' }).click()
    await recovery.getByRole('alert').getByText('This passkey cannot keep a wallet').waitFor()
    expect(
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    ).toEqual([])
    await lost.dialog.getByText('Not set up', { exact: true }).waitFor()
    await savePassword(recovery)
    await lost.dialog.getByText('Ready', { exact: true }).waitFor()
    await close(lost)

    // Loaded anew in the middle, it begins again; what was confirmed stays so.
    const second = await shopOn('kept.localhost', held.other)
    await signUp(second.page, linus, 2)
    await second.dialog.getByRole('heading', { name: 'Confirm this device' }).waitFor()
    await codeFor(linus, 3)
    await second.page.reload()
    await signInAnew(second, linus, 3)
    await second.dialog.getByRole('button', { name: 'Open recovery' }).waitFor()
    await second.page.reload()
    await signUp(second.page, linus, 6)
    const window = await openRecover(second)
    await tryPassword(window, 'seven pots and a long evening')
    await window.getByRole('alert').getByText('That did not open the wallet').waitFor()
    await tryPassword(window, password)
    expect(await addressOf(second.page)).toBe(address)
    await pay(second, '0.3')

    await openSettings(second)
    const devices = await setting(second, 'Devices')
    const row = (text: string) => devices.getByRole('listitem').filter({ hasText: text })
    await row('this device')
      .getByText(`kept.localhost:${held.world.ports[0]}`, { exact: true })
      .waitFor()
    await row('lost.localhost').getByText('Chrome on Linux').waitFor()
    await devices.getByRole('button', { name: /^Remove Chrome on Linux, lost\.localhost/ }).click()
    await devices
      .getByRole('button', { name: /^Yes, remove Chrome on Linux, lost\.localhost/ })
      .click()
    await devices.getByText('No other devices.').waitFor()
    await devices.close()
    await close(second)

    // Whoever has the lost one asks, is told, and may sign in: which no device of theirs is, until
    // a mail says so.
    expect(await keptBy(lost)).toContain('session')
    await ask(lost, stranger(), '0.01')
    await lost.page
      .getByText('This device was removed from your account. Sign in again.')
      .first()
      .waitFor()
    await lost.dialog.getByRole('heading', { name: 'Connect a wallet' }).waitFor()
    expect(await keptBy(lost)).not.toContain('session')
    await lost.page.reload()
    await lost.page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await signInAnew(lost, linus, 6)
    const again = await openRecover(lost)
    await tryPassword(again, password)
    expect(await addressOf(lost.page)).toBe(address)
    await pay(lost, '0.2')
    await second.page.reload()
    expect(await addressOf(second.page)).toBe(address)
    await pay(second, '0.1')

    // Ten asks in all, three of them right; the next waits.
    const guessing = await shopOn('third.localhost', held.other)
    await signInAnew(guessing, linus, 8)
    const guess = await openRecover(guessing)
    for (let tries = 5; tries <= 10; tries += 1) {
      await tryPassword(guess, `guess number ${tries}`)
      await guess.getByRole('alert').getByText('That did not open the wallet').waitFor()
      await guess.getByLabel('Your recovery password').fill('')
    }
    await tryPassword(guess, password)
    await guess
      .getByRole('alert')
      .getByText(/Too many tries\. Try again in \d+ seconds\./)
      .waitFor()
    await guess.close()
    expect([...faults(lost, 403), ...faults(second), ...faults(guessing, 429)]).toEqual([])
    await Promise.all([lost, second, guessing].map(({ page }) => page.close()))
  }, 240_000)

  test('behavior: another address by both codes; signed out everywhere, here alone; the keys without a sign-in; deleted for ever', async () => {
    const { signUp, addressOf, codeFor } = held.world
    const [old, next] = ['grace@shop.example', 'hopper@shop.example']
    const first = await shopOn('here.localhost')
    await signUp(first.page, old)
    const grace = await addressOf(first.page)
    await fill(grace)
    await openSettings(first)
    await setRecovery(first)
    const second = await shopOn('there.localhost', held.other)
    await signInAnew(second, old, 1)
    await tryPassword(await openRecover(second), password)
    expect(await addressOf(second.page)).toBe(grace)

    const { dialog } = first
    await dialog.getByRole('button', { name: 'Email', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'New email' }).fill(next)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const right = await codeFor(old, 4)
    const digits = first.page.getByRole('textbox', { name: 'Digit 1' })
    await digits.fill(right === '000000' ? '000001' : '000000')
    await dialog.getByText('The code is not right. Try again.').waitFor()
    expect(await subjectsOf(next)).toEqual([])
    await digits.fill(right)
    await dialog.getByText(`Now enter the code we sent to ${next}.`).waitFor()
    await digits.fill(await codeFor(next, 1))
    await dialog.getByRole('button', { name: 'Email', exact: true, description: next }).waitFor()
    // Another page of the account shows it once its visitor comes back.
    await second.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await openSettings(second)
    await second.dialog
      .getByRole('button', { name: 'Email', exact: true, description: next })
      .waitFor()
    await close(second)
    await expect.poll(() => subjectsOf(old)).toContainEqual('Your email address was changed')
    await expect.poll(() => subjectsOf(next)).toContainEqual('Your email address was changed')

    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await first.page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    // The other page learns it with its next question.
    await ask(second, stranger(), '0.01')
    await second.page.getByText('Sign in again to go on.').first().waitFor()
    await second.dialog.getByRole('heading', { name: 'Connect a wallet' }).waitFor()
    expect(await keptBy(second)).not.toContain('session')
    await second.page.reload()

    // The new address is the account now, on devices that it knows; the old one is nobody's.
    await signUp(second.page, next, 2)
    expect(await addressOf(second.page)).toBe(grace)
    await signUp(first.page, next, 3)
    expect(await addressOf(first.page)).toBe(grace)
    const { own } = await held.world.accountsOf(first.page)
    await first.page.getByRole('button', { name: /^Account (?!type)/ }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await first.page.getByRole('button', { name: 'Connect wallet' }).click()

    // Whoever cannot read that mailbox any more takes the keys along: this device still holds its
    // share, and there is the password.
    await dialog.getByRole('textbox', { name: 'Email' }).fill(next)
    await dialog.getByRole('button', { name: 'Continue with email' }).click()
    const out = await held.world.opened(dialog.getByRole('button', { name: 'Can’t sign in?' }))
    await expect.poll(() => out.locator('.address').textContent()).toBe(own)
    await pressArmed(out, 'Go on')
    await tryPassword(out, 'six pots and a short evening')
    await out.getByRole('alert').getByText('That did not open the wallet').waitFor()
    await tryPassword(out, password)
    await out.getByRole('button', { name: 'Show recovery phrase' }).click()
    const words = (await out.locator('.words > li').allTextContents()).join(' ')
    expect(mnemonicToAccount(words).address).toBe(own)
    await out.close()
    await expect.poll(() => subjectsOf(next)).toContainEqual('Somebody is taking your keys along')
    await close(first)
    await signUp(first.page, old, 5)
    expect(await addressOf(first.page)).not.toBe(grace)
    await second.page.reload()
    expect(await addressOf(second.page)).toBe(grace)

    await openSettings(second)
    const deletion = await setting(second, 'Delete account')
    await deletion.getByText(next).waitFor()
    await deletion.getByRole('button', { name: 'Delete for ever' }).click()
    await deletion.getByText('Type the word delete').waitFor()
    await deletion.getByLabel('Type “delete” to confirm').fill('delete')
    await deletion.getByRole('button', { name: 'Delete for ever' }).click()
    await deletion.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    await deletion.close()
    await second.page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await keptBy(second)).not.toContain('wallet')
    await expect.poll(() => subjectsOf(next)).toContainEqual('Your account was deleted')
    await second.page.reload()
    await signUp(second.page, next, 5)
    expect(await addressOf(second.page)).not.toBe(grace)
    expect([...faults(first, 400), ...faults(second, 401)]).toEqual([])
    await Promise.all([first.page.close(), second.page.close()])
  }, 240_000)
})

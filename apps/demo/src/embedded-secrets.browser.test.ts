import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBase58Encoder } from '@solana/kit'
import type { Frame, Page } from 'playwright-core'
import { parseEther } from 'viem'
import { english } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedWorld, startEmbeddedWorld } from '../test/embedded-world.ts'
import { pressArmed } from '../test/press-armed.ts'
import {
  type Heard,
  hear,
  readDatabases,
  readFolder,
  readHeap,
  readStorage,
} from '../test/secret-places.ts'
import {
  bytesNeedles,
  type Needle,
  searchFor,
  textNeedles,
  type Wanted,
} from '../test/secret-search.ts'

const held = {} as {
  world: EmbeddedWorld
  heard: Heard
  folder: string
  data: string
  output: string
}
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'))
  const [data, output] = [join(folder, 'data'), mkdtempSync(join(folder, 'output-'))]
  Object.assign(held, { folder, data, output })
  held.world = await startEmbeddedWorld({
    LATCHKEY_GATEWAY_DATA: data,
    LATCHKEY_START_OUTPUT: output,
  })
  held.heard = hear(held.world.context)
})
afterAll(async () => {
  await held.world?.stop()
  rmSync(held.folder, { recursive: true, force: true })
})

const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const password = `seven jugs, ${randomBytes(9).toString('hex')}`
/** Stands in every place on purpose: who does not find it has not searched. */
const planted = `planted${randomBytes(9).toString('hex')}`
const email = `${planted}@shop.example`

const vaultFrame = (page: Page): Frame => {
  const frame = page
    .frames()
    .find((one) => new URL(one.url()).host === `vault.localhost:${held.world.ports[13]}`)
  if (!frame) throw new Error('no frame of the vault')
  return frame
}

async function plant(frame: Frame | Page): Promise<void> {
  await frame.evaluate(async (text) => {
    Object.assign(window, { planted: text })
    localStorage.planted = text
    sessionStorage.planted = text
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not what is searched.
    document.cookie = `planted=${text}`
    console.info(text)
    await fetch(`/v/?${text}`, { method: 'POST', body: text }).catch(() => {})
  }, planted)
}

/**
 * What lies where, after a step. @param since - when the one before was read; the gateway's older
 * files are as they were
 */
async function harvest(page: Page, since: number): Promise<Record<string, Buffer>> {
  const { context } = held.world
  const frame = vaultFrame(page)
  await expect.poll(() => page.workers().length).toBe(0)
  for (const one of [page, frame]) {
    await plant(one)
  }
  await frame.evaluate(
    (text) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('planted', 1)
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('kept').put(text, 'planted')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }),
    planted,
  )
  return {
    "the page's heap": await readHeap(context, page),
    "the vault's heap": await readHeap(context, frame),
    "the page's storage": await readStorage(page),
    "the vault's storage": await readStorage(frame),
    "the vault's database": await readDatabases(frame),
    'data of the gateway': readFolder(held.data, since),
  }
}

/** What only grows. */
async function gather(): Promise<Record<string, Buffer>> {
  const { world, heard } = held
  const { context, output, ports } = world
  const mails = await fetch(
    `http://localhost:${ports[8]}/api/messages?to=${encodeURIComponent(email)}`,
  )
  return {
    cookies: Buffer.from(JSON.stringify(await context.cookies())),
    addresses: heard.addresses(),
    'headers and bodies': heard.rest(),
    consoles: heard.console(),
    mails: Buffer.from(await mails.text()),
    'output of the gateway': Buffer.concat([readFolder(held.output), Buffer.from(output())]),
    "the browser's profile": readFolder(world.profile),
  }
}

/**
 * The device's share and the token of its sign-in, opened as only script of the vault's origin can.
 */
async function openKept(frame: Frame): Promise<{ share: number[]; token: string }> {
  return frame.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('latchkey-vault.demo'))
    const get = (name: string) => done(database.transaction('kept').objectStore('kept').get(name))
    const [wallet, session, wrapping, device] = await Promise.all(
      ['wallet', 'session', 'wrapping', 'device'].map(get),
    )
    const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', device.publicKey)
    const text = new TextEncoder()
    const hash = await crypto.subtle.digest(
      'SHA-256',
      text.encode(JSON.stringify({ crv, kty, x, y })),
    )
    const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)))
    const id = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const open = async ({ iv, bytes }: { iv: BufferSource; bytes: BufferSource }, bound: string) =>
      new Uint8Array(
        await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv, additionalData: text.encode(bound) },
          wrapping,
          bytes,
        ),
      )
    const { account, split } = wallet.record
    const share = await open(wallet.share, `share|${account}|${id}|${split}`)
    const kept = JSON.parse(new TextDecoder().decode(await open(session, `session|${id}`)))
    return { share: [...share], token: kept.token as string }
  })
}

const numberOf = (bits: string): number => Number.parseInt(bits, 2)
/** The 32 bytes that 24 words spell (BIP-39). */
function entropyOf(words: readonly string[]): Buffer {
  const bits = words.map((word) => english.indexOf(word).toString(2).padStart(11, '0')).join('')
  return Buffer.from((bits.slice(0, 256).match(/.{8}/g) ?? []).map(numberOf))
}
const base58 = (text: string): Buffer => Buffer.from(getBase58Encoder().encode(text))

describe('secrets', () => {
  test('behavior: found in no place after signing up, sending, setting up recovery, exporting and recovering elsewhere', async () => {
    const { openShop, signUp, addressOf, opened, typeCode, codeFor, tester, ports } = held.world
    const codes: string[] = []
    const kept: { share: number[]; token: string }[] = []
    const harvests: [string, Record<string, Buffer>][] = []
    const started = { workers: 0 }
    const read = { at: 0 }
    const after = async (step: string, page: Page): Promise<void> => {
      const since = read.at
      read.at = Date.now() - 2000
      harvests.push([step, await harvest(page, since)])
    }

    const first = await openShop(`${planted}.localhost`)
    first.page.on('worker', () => {
      started.workers += 1
    })
    await signUp(first.page, email)
    const ada = await addressOf(first.page)
    codes.push(await codeFor(email, 1))
    kept.push(await openKept(vaultFrame(first.page)))
    await after('signing up', first.page)

    await tester.setBalance({ address: ada, value: parseEther('1') })
    const { page, dialog } = first
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.01')
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill(grace)
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const approval = await opened(dialog.getByRole('button', { name: 'Open approval' }))
    await approval.getByText('Send 0.01 ETH').waitFor()
    await pressArmed(approval)
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    await after('sending', page)

    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('button', { name: 'Settings' }).click()
    const recovery = await opened(dialog.getByRole('button', { name: 'Recovery', exact: true }))
    await recovery.getByRole('button', { name: 'Use a password' }).click()
    await recovery.getByLabel('New password').fill(password)
    await recovery.getByLabel('Confirm password').fill(password)
    await recovery.getByRole('button', { name: 'Save the password' }).click()
    await recovery.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
    await recovery.close()
    kept.push(await openKept(vaultFrame(page)))
    await after('setting up recovery', page)

    const exporting = await opened(dialog.getByRole('button', { name: 'Export keys', exact: true }))
    await pressArmed(exporting, 'Show words and keys')
    await exporting.getByRole('button', { name: 'Show recovery phrase' }).click()
    const words = await exporting.locator('.words > li').allInnerTexts()
    const reveal = exporting.getByRole('button', { name: /^Show / })
    while ((await reveal.count()) > 0) {
      await reveal.first().click()
    }
    const keys = await exporting.locator('.secret').allInnerTexts()
    await exporting.close()
    await after('exporting', page)
    await page.close()

    const second = await openShop(`second-${planted}.localhost`)
    await signUp(second.page, email, 2)
    codes.push(await codeFor(email, 2))
    codes.push(await codeFor(email, 3))
    await typeCode(second.page, 'Confirm this device', codes[2] ?? '')
    const recovering = await opened(second.dialog.getByRole('button', { name: 'Open recovery' }))
    await recovering.getByLabel('Your recovery password').fill(password)
    const closed = recovering.waitForEvent('close')
    await recovering.getByRole('button', { name: 'Use the password' }).click()
    expect(await addressOf(second.page)).toBe(ada)
    await closed
    kept.push(await openKept(vaultFrame(second.page)))
    await after('recovering', second.page)
    const gathered = await gather()
    harvests.push(['all of it', gathered])
    const request =
      (await fetch(`http://localhost:${ports[1]}/health`)).headers.get('x-request-id') ?? 'none'
    await second.page.close()

    // What is known now was there all the time.
    const [evm = '', sol = '', wif = ''] = keys
    expect(words).toHaveLength(24)
    expect([evm, sol, wif].map((key) => key.length > 40)).toEqual([true, true, true])
    const tokens = kept.map(({ token }) => token)
    const root: readonly Needle[] = [
      ...bytesNeedles('the entropy', entropyOf(words)),
      ...bytesNeedles('the seed', pbkdf2Sync(words.join(' '), 'mnemonic', 2048, 64, 'sha512')),
      ...[evm, sol, wif].flatMap((key) => textNeedles('an exported key', key)),
      ...bytesNeedles('the Ethereum key', Buffer.from(evm.slice(2), 'hex')),
      ...bytesNeedles('the Solana key', base58(sol).subarray(0, 32)),
      ...bytesNeedles('the Bitcoin key', base58(wif).subarray(1, 33)),
      ...textNeedles('the password', password),
      ...kept.flatMap(({ share }) => bytesNeedles("a device's share", Uint8Array.from(share))),
    ]
    const secret: Wanted = { needles: root, words }
    const withTokens: Wanted = {
      ...secret,
      needles: [...root, ...tokens.flatMap((one) => textNeedles('a token', one))],
    }
    const all: Wanted = { ...withTokens, digits: codes }
    /**
     * What may lie in a place, less than all: the page takes the codes, the vault's calls carry
     * them and the token.
     */
    const wanted: Readonly<Record<string, Wanted>> = {
      "the page's heap": withTokens,
      "the vault's heap": secret,
      'headers and bodies': secret,
      mails: withTokens,
      "the browser's profile": secret,
    }
    const found = harvests.flatMap(([step, places]) =>
      Object.entries(places).flatMap(([place, bytes]) =>
        searchFor(wanted[place] ?? all, bytes).map((name) => `${name}, in ${place}, after ${step}`),
      ),
    )
    expect(found).toEqual([])
    // Nobody else could have been told either.
    const hosts = String(gathered.addresses).match(/(?<=^(?:https?|wss?):\/\/)[^:/]+/gm) ?? []
    expect(
      [...new Set(hosts)].filter((host) => !/(?:^|\.)localhost$|^127\.0\.0\.1$/.test(host)),
    ).toEqual([])

    // And who searched would have found.
    const control = { needles: textNeedles('planted', planted) }
    for (const [, places] of harvests) {
      const blind = Object.entries(places).filter(
        ([place, one]) => place !== 'output of the gateway' && !searchFor(control, one).length,
      )
      expect(blind.map(([place]) => place)).toEqual([])
    }
    expect(readFolder(held.output).includes(request)).toBe(true)
    expect(searchFor({ needles: [], digits: codes }, gathered.mails ?? Buffer.alloc(0))).toEqual([
      'a code',
    ])
    expect(
      searchFor(
        { needles: tokens.flatMap((one) => textNeedles('a token', one)) },
        gathered['headers and bodies'] ?? Buffer.alloc(0),
      ),
    ).toEqual(['a token'])
    expect(started.workers).toBeGreaterThan(0)
  }, 240_000)
})

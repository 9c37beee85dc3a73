import {
  type Artifact,
  addresses,
  compile,
  type EvmDevnet,
  mnemonic,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type FarcasterRelay, startFarcaster } from '@latchkey/devnet/farcaster'
import type { LoginState } from '@latchkey/protocol/vault'
import { createWalletClient, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownedWallets } from '../../../test/owned-wallets.ts'
import { hashText } from '../logins/hash-text.ts'
import {
  type Browser,
  type MadeLogins,
  makeLogins,
  newLogin,
  origin,
  type TestLogin,
} from '../test/make-logins.ts'
import { farcasterSignIn } from './farcaster.ts'
import { relayClient } from './relay-client.ts'

interface Made {
  devnet: EvmDevnet
  relay: FarcasterRelay
  logins: MadeLogins
  frame: Browser
  wallets: Awaited<ReturnType<typeof ownedWallets>>
  registry: Artifact['abi']
}
const made = {} as Made
const owner = mnemonicToAccount(mnemonic, { addressIndex: 6 })
const asked: string[] = []
const counted: typeof fetch = (at, init) => {
  asked.push(new URL(String(at)).pathname)
  return fetch(at, init)
}
const config = () => ({
  relayUrl: made.relay.url,
  nodeUrl: made.devnet.url,
  chain: 10,
  keyRegistry: addresses.keyRegistry,
  idRegistry: addresses.idRegistry,
})

beforeAll(async () => {
  const [devnet, relay] = await Promise.all([startEvmDevnet(), startFarcaster()])
  const wallets = await ownedWallets(devnet.url, mnemonic, owner.address)
  Object.assign(made, { devnet, relay, wallets, registry: (await compile()).IdRegistry?.abi })
  made.logins = await makeLogins({ providers: {}, farcaster: config(), fetch: counted })
  made.logins.auth.clock.at = Date.now()
  made.frame = await made.logins.browser()
})
afterAll(async () => {
  await made.logins?.close()
  await Promise.all([made.relay?.stop(), made.devnet?.stop()])
})

async function begin(): Promise<TestLogin & { readonly uri: string; readonly expiresAt: number }> {
  const login = newLogin('farcaster')
  const { json } = await made.frame.call('POST /api/logins', login.body)
  return { ...login, uri: json.uri ?? '', expiresAt: json.expiresAt }
}
const press = (uri: string, username: string) =>
  fetch(uri, { method: 'POST', body: new URLSearchParams({ action: 'approve', username }) })
const wait = ({ login, secret }: TestLogin, seen: LoginState['state'] = 'awaited') =>
  made.logins.clock.until(made.frame.call('POST /api/logins/wait', { login, secret, seen }))
/** Completes a channel with whatever one likes, as who holds the relay's key can. */
async function complete({ login }: TestLogin, told: object): Promise<void> {
  const row = await made.logins.store.find(hashText(login))
  const answer = await fetch(`${made.relay.url}/v1/channel/authenticate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${row?.channel}`,
      'x-farcaster-auth-relay-key': made.relay.authKey,
    },
    body: JSON.stringify({ nonce: row?.nonce, username: 'ada', ...told }),
  })
  expect(answer.status).toBe(201)
}
async function messageFor(
  { login }: TestLogin,
  address: `0x${string}`,
  fid: number,
): Promise<string> {
  const row = await made.logins.store.find(hashText(login))
  return createSiweMessage({
    domain: new URL(origin).host,
    address,
    statement: 'Farcaster Auth',
    uri: origin,
    version: '1',
    chainId: 10,
    nonce: row?.nonce ?? '',
    issuedAt: new Date(made.logins.clock.now()),
    resources: [`farcaster://fid/${fid}`],
  })
}

describe('farcasterSignIn', () => {
  test.each([
    ['ada', '1001'],
    ['grace', '1002'],
  ])('default: %s', async (username, fid) => {
    const login = await begin()
    expect(login.expiresAt - made.logins.clock.now()).toBe(300_000)
    await press(login.uri, username)
    const { json } = await wait(login)
    expect(json).toMatchObject({ state: 'proved', proved: { state: 'signed-in' } })
    const { token } = (json as { proved: { session: { token: string } } }).proved.session
    const { account } = await made.logins.auth.sessions.read(token, made.frame.partition.id)
    const known = {
      kind: 'farcaster',
      issuer: 'https://farcaster.xyz',
      subject: fid,
      label: '',
    } as const
    expect(await made.logins.auth.accounts.isKnown(known, made.frame.partition.id)).toBe(true)
    expect(account).toMatch(/^[\w-]{22}$/)
  })

  test('behavior: no account gets a way in by it: no window of ours could ask to which one it goes', async () => {
    const login = await begin()
    await press(login.uri, 'grace')
    const { json } = await wait(login)
    const { token } = (json as { proved: { session: { token: string } } }).proved.session
    const refused = await made.frame.call(
      'POST /api/identities/add',
      newLogin('farcaster').body,
      token,
    )
    expect(refused).toMatchObject({ status: 403, field: 'login-refused' })
  })

  test('behavior: somebody who claims the id of another', async () => {
    const login = await begin()
    await press(login.uri, 'mallory')
    expect((await wait(login)).json).toEqual({ state: 'failed', code: 'farcaster-failed' })
  })

  test('behavior: what the relay makes up', async () => {
    for (const told of [
      { message: 'no message', signature: '0x', fid: 1001 },
      {},
      { fid: 'x'.repeat(1_000) },
    ]) {
      const login = await begin()
      await complete(login, told)
      expect((await wait(login)).json).toEqual({ state: 'failed', code: 'farcaster-failed' })
    }
  })

  test('behavior: contracts hold ids too: one that stands (ERC-1271), one that does not yet (ERC-6492)', async () => {
    const { wallets, registry } = made
    const wallet = createWalletClient({
      account: mnemonicToAccount(mnemonic, { addressIndex: 7 }),
      transport: http(made.devnet.url),
    })
    for (const [fid, address] of [
      [2001, wallets.standing],
      [2002, wallets.counterfactual],
    ] as const) {
      const hash = await wallet.writeContract({
        address: addresses.idRegistry,
        abi: registry,
        functionName: 'assign',
        chain: null,
        args: [BigInt(fid), address],
      })
      await receiptOf(made.devnet.url, hash)
      const login = await begin()
      const message = await messageFor(login, address, fid)
      const signature = await owner.signMessage({ message })
      await complete(login, {
        message,
        fid,
        signature: fid === 2002 ? wallets.wrap(signature) : signature,
      })
      expect((await wait(login)).json).toMatchObject({ state: 'proved' })
      const forged = await begin()
      const other = await messageFor(forged, address, fid)
      const foreign = await mnemonicToAccount(mnemonic, { addressIndex: 8 }).signMessage({
        message: other,
      })
      await complete(forged, {
        message: other,
        fid,
        signature: fid === 2002 ? wallets.wrap(foreign) : foreign,
      })
      expect((await wait(forged)).json).toEqual({ state: 'failed', code: 'farcaster-failed' })
    }
  })

  test('behavior: a channel is asked for five minutes, and then no more', async () => {
    const login = await begin()
    made.logins.auth.clock.at = login.expiresAt - 5_000
    asked.length = 0
    expect((await wait(login)).json).toEqual({ state: 'failed', code: 'login-expired' })
    expect(asked.length).toBeGreaterThanOrEqual(3)
    const last = asked.length
    await made.logins.clock.pass(10_000)
    expect(asked.length).toBe(last)
    await press(login.uri, 'ada')
    expect((await wait(login)).json).toEqual({ state: 'failed', code: 'login-expired' })
    expect(asked.length).toBe(last)
  })

  test('behavior: a relay that is down keeps nobody waiting', async () => {
    const { store, clock } = made.logins
    const log = { info: () => undefined, error: () => undefined }
    const relay = relayClient('http://127.0.0.1:9', fetch)
    const one = farcasterSignIn({
      config: config(),
      origin,
      store,
      relay,
      client: {} as never,
      clock,
      log,
    })
    await expect(one.openChannel()).rejects.toMatchObject({ code: 'farcaster-failed' })
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addNameAddress,
  addressOfNameQuery,
  connect,
  createKit,
  identityQuery,
  type Kit,
  nameSuggestionsQuery,
  namesOfQuery,
  prepareSend,
  registerName,
  setNameAttributes,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import {
  accounts,
  addresses,
  compile,
  deployer,
  devnetChain,
  type EvmDevnet,
  receiptOf,
  startEvmDevnet,
  zone,
} from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { hasCode, nameMessageWindowSeconds } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import {
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  labelhash,
  namehash,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-named-'))
const chain = 'eip155:31337'
const run = {} as { devnet: EvmDevnet; gateway: RunningGateway; stranger: Server; asked: string[] }
const page = {} as {
  kit: Kit
  wallet: MockEvmWallet
  address: string
  account: `eip155:31337:${string}`
}

const codeOf = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.catch((error) => (hasCode(error) ? error.code : error))
const look = (name: string) => codeOf(addressOfNameQuery(page.kit, { chain, name }).queryFn())

beforeAll(async () => {
  run.asked = []
  run.devnet = await startEvmDevnet()
  const file = {
    chains: [devnetChain(run.devnet.url)],
    projects: [{ id: 'demo' }],
    names: { zone: zone.name, key: zone.key, reserved: ['support'] },
    rateLimit: { capacity: 1_000, refillPerSecond: 100 },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(file))
  run.gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  run.stranger = createServer((request, response) => {
    run.asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('{}')
  })
  await new Promise<void>((resolve) => run.stranger.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await run.gateway?.stop()
  await run.devnet?.stop()
  run.stranger?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const target = new EventTarget()
  const key = generatePrivateKey()
  page.wallet = mockEvmWallet({ accounts: [key], rpcUrl: run.devnet.url })
  page.wallet.install(target)
  page.kit = createKit({
    adapters: [evm({ chains: [devnetChain(run.devnet.url)], page: target })],
    gateway: { url: run.gateway.url, project: 'demo' },
    storage: null,
  })
  page.kit.subscribe(() => {})
  page.address = privateKeyToAddress(key)
  page.account = `${chain}:${page.address}`
  await connect(page.kit, { connector: 'announced:test.mock.wallet' })
})
afterEach(() => void vi.useRealTimers())

describe('names with the kit', () => {
  test('default: registered, then known wherever a name is', async () => {
    const { kit, account, address } = page
    const [exact] = await nameSuggestionsQuery(kit, { label: 'Hopper' }).queryFn()
    expect(exact).toEqual({ name: 'hopper.latchkey.eth', registered: false })
    expect(await look('hopper.latchkey.eth')).toBeNull()
    expect((await registerName(kit, { name: 'hopper.latchkey.eth' })).name).toBe(
      'hopper.latchkey.eth',
    )
    expect(page.wallet.requests.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)

    expect(await look('hopper.latchkey.eth')).toBe(address)
    expect(await identityQuery(kit, { account }).queryFn()).toEqual({
      name: 'hopper.latchkey.eth',
      avatar: null,
    })
    expect((await namesOfQuery(kit, { account }).queryFn()).map(({ name }) => name)).toEqual([
      'hopper.latchkey.eth',
    ])
    expect((await nameSuggestionsQuery(kit, { label: 'hopper' }).queryFn())[0]?.registered).toBe(
      true,
    )
    const judge = createPublicClient({ transport: http(run.devnet.url) })
    await judge.request({
      method: 'anvil_setBalance',
      params: [address, '0xde0b6b3a7640000'],
    } as never)
    const asset = { id: `${chain}/slip44:60`, name: 'Ether', symbol: 'ETH', decimals: 18 } as const
    const { transaction } = await prepareSend(kit, { asset, amount: 5n, to: 'hopper.latchkey.eth' })
    expect([transaction.to, transaction.toName]).toEqual([address, 'hopper.latchkey.eth'])
    expect(await codeOf(registerName(kit, { name: 'another.latchkey.eth' }))).toBe(
      'name-owned-already',
    )
  })

  test('behavior: what a name says and where it leads is changed by its owner alone', async () => {
    const { kit, account } = page
    const name = 'babbage1.latchkey.eth'
    await registerName(kit, { name })
    expect(
      (await setNameAttributes(kit, { name, attributes: { bio: 'Engines' } })).attributes,
    ).toEqual({
      bio: 'Engines',
    })
    const elsewhere = accounts[3].address
    // Each message must be of a later second than the one before.
    await expect
      .poll(() => codeOf(addNameAddress(kit, { name, account: `eip155:1:${elsewhere}` })), {
        timeout: 15_000,
        interval: 500,
      })
      .toMatchObject({ attributes: { bio: 'Engines' }, addresses: { 60: { address: elsewhere } } })
    expect((await namesOfQuery(kit, { account }).queryFn()).map((one) => one.name)).toEqual([name])
    const key = generatePrivateKey()
    const target = new EventTarget()
    mockEvmWallet({ accounts: [key], rpcUrl: run.devnet.url }).install(target)
    const stranger = createKit({
      adapters: [evm({ chains: [devnetChain(run.devnet.url)], page: target })],
      gateway: { url: run.gateway.url, project: 'demo' },
      storage: null,
    })
    stranger.subscribe(() => {})
    await connect(stranger, { connector: 'announced:test.mock.wallet' })
    expect(await codeOf(setNameAttributes(stranger, { name, attributes: {} }))).toBe(
      'name-not-owned',
    )
    expect(
      await codeOf(
        addNameAddress(stranger, { name, account: `eip155:1:${privateKeyToAddress(key)}` }),
      ),
    ).toBe('name-not-owned')
    expect(await codeOf(addNameAddress(kit, { name, account: `eip155:999:${elsewhere}` }))).toBe(
      'name-change-failed',
    )
  })

  test('behavior: taken, look-alike and reserved names', async () => {
    await registerName(page.kit, { name: 'turing01' })
    const first = page.address
    const other = mockEvmWallet({
      accounts: [generatePrivateKey()],
      rpcUrl: run.devnet.url,
      rdns: 'test.other',
    })
    const target = new EventTarget()
    other.install(target)
    const gateway = { url: run.gateway.url, project: 'demo' }
    const kit = createKit({
      adapters: [evm({ chains: [devnetChain(run.devnet.url)], page: target })],
      gateway,
      storage: null,
    })
    kit.subscribe(() => {})
    await connect(kit, { connector: 'announced:test.other' })
    expect(await codeOf(registerName(kit, { name: 'turing01' }))).toBe('name-taken')
    expect(other.requests.some(({ method }) => method === 'personal_sign')).toBe(false)
    for (const name of ['turingo1', 'turing0l', 'support']) {
      expect([name, await codeOf(registerName(kit, { name }))]).toEqual([name, 'name-taken'])
    }
    expect(await registerName(kit, { name: 'tvring' })).toMatchObject({
      name: 'tvring.latchkey.eth',
    })
    expect(await look('turing01.latchkey.eth')).toBe(first)
  })

  test('behavior: rejected, nothing is there; a clock that is wrong is said', async () => {
    const { wallet } = page
    wallet.behave('reject', 'personal_sign')
    expect(await codeOf(registerName(page.kit, { name: 'lovelace' }))).toBe('user-rejected')
    expect(await look('lovelace.latchkey.eth')).toBeNull()
    // The same kit, without what core has kept for it: the gateway is asked anew.
    const kit = { ...page.kit, [inside]: { ...page.kit[inside] } }
    wallet.behave({ late: 1_000 }, 'personal_sign')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (nameMessageWindowSeconds + 1) * 1_000 })
    const slow = codeOf(registerName(kit, { name: 'lovelace' }))
    await expect
      .poll(() => wallet.requests.filter(({ method }) => method === 'personal_sign').length)
      .toBe(2)
    vi.useRealTimers()
    expect(await slow).toBe('name-message-expired')
    expect(await look('lovelace.latchkey.eth')).toBeNull()
  }, 30_000)

  test('behavior: a page asks no host that a contract names', async () => {
    const { ZoneResolver: code, NameRegistry: registry } = await compile()
    if (!code || !registry) throw new Error('not compiled')
    const judge = createPublicClient({ transport: http(run.devnet.url) })
    const ask = (method: string, params: unknown) =>
      judge.request({ method, params } as never) as Promise<Hex>
    await ask('anvil_impersonateAccount', [deployer])
    const act = async (data: Hex, to?: Hex) => {
      const hash = await ask('eth_sendTransaction', [
        { from: deployer, data, ...(to && { to }), gas: '0x989680' },
      ])
      return receiptOf(run.devnet.url, hash)
    }
    const url = `http://127.0.0.1:${(run.stranger.address() as AddressInfo).port}/{sender}/{data}`
    const { contractAddress } = await act(encodeDeployData({ ...code, args: [[url], []] }))
    const record = [namehash('eth'), labelhash('trap'), deployer, contractAddress, 0n]
    await act(
      encodeFunctionData({ abi: registry.abi, functionName: 'setSubnodeRecord', args: record }),
      addresses.nameRegistry,
    )
    expect(await look('bait.trap.eth')).toBe('name-unavailable')
    expect(await look('grace.eth')).toBe(accounts[1].address)
    expect(run.asked).toEqual([])
  })
})

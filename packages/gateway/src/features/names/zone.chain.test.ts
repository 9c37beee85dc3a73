import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accounts,
  addresses,
  compile,
  deployer,
  devnetChain,
  type EvmDevnet,
  mnemonic,
  receiptOf,
  startEvmDevnet,
  zone,
} from '@latchkey/devnet'
import {
  type Address,
  createPublicClient,
  decodeAbiParameters,
  defineChain,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  http,
  labelhash,
  namehash,
  numberToHex,
  parseAbi,
  parseSignature,
  serializeSignature,
  toHex,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developmentNamesKey } from '../../server/config/development.ts'
import { type RunningGateway, startGateway } from '../../server/hosts/node.ts'
import { freePort } from '../../test/free-port.ts'
import { answerResolver } from './answer-resolver.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-zone-'))
const made: { devnet?: EvmDevnet; gateway?: RunningGateway; stranger?: Server; asked: string[] } = {
  asked: [],
}
const coinType = 0x80000000 + 31337
const owner = privateKeyToAccount(generatePrivateKey())
const [, grace, alan] = accounts

/** How a resolver's gateway is asked, if not over HTTP. */
type Ask = (asked: {
  readonly sender: Hex
  readonly data: Hex
  readonly urls: readonly string[]
}) => Promise<Hex>

/** viem's own ENS client as any wallet would use it. */
function client(request?: Ask) {
  const url = made.devnet?.url ?? ''
  const { name, nativeCurrency } = devnetChain(url)
  const chain = defineChain({
    id: 31_337,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    contracts: { ensUniversalResolver: { address: addresses.universalResolver } },
  })
  return createPublicClient({
    chain,
    transport: http(url),
    ...(request && { ccipRead: { request } }),
  })
}

const fromGateway: Ask = async ({ sender, data, urls }) => {
  const [url = ''] = urls
  const answer = await fetch(url.replace('{sender}', sender).replace('{data}', data))
  return ((await answer.json()) as { data: Hex }).data
}

async function post(path: string, content: object, signer = owner) {
  const message = JSON.stringify(content)
  const signature = await signer.signMessage({ message })
  const body = JSON.stringify({ coin_type: coinType, address: signer.address, message, signature })
  const headers = { 'content-type': 'text/plain' }
  return fetch(`${made.gateway?.url}/v1/profile/${path}?projectId=demo`, {
    method: 'POST',
    body,
    headers,
  })
}

async function get(path: string) {
  return fetch(`${made.gateway?.url}/v1/${path}${path.includes('?') ? '&' : '?'}projectId=demo`)
}

/** What a resolver asks for a name's address; `node` as it should be, or not. */
function question(name: string, node = name): Hex {
  const inner = encodeFunctionData({
    abi: parseAbi(['function addr(bytes32 node)']),
    args: [namehash(node)],
  })
  const abi = parseAbi(['function resolve(bytes name, bytes data)'])
  return encodeFunctionData({ abi, args: [toHex(packetToBytes(name)), inner] })
}

const seconds = () => Math.floor(Date.now() / 1000)

async function act(
  from: Address,
  to: Address | undefined,
  data: Hex,
): Promise<Address | null | undefined> {
  const reads = client()
  const call = (method: string, params: unknown) =>
    reads.request({ method, params } as never) as Promise<Hex>
  await call('anvil_impersonateAccount', [from])
  const hash = await call('eth_sendTransaction', [
    { from, ...(to && { to }), data, gas: '0x989680' },
  ])
  const { status, contractAddress } = await receiptOf(made.devnet?.url ?? '', hash)
  if (status !== 'success') throw new Error('reverted')
  return contractAddress
}

/** What the address itself says it is called. */
function setReverse(address: Address, name: string) {
  const abi = parseAbi(['function setName(string name)'])
  return act(
    address,
    addresses.reverseRegistrar,
    encodeFunctionData({ abi, functionName: 'setName', args: [name] }),
  )
}

const identity = async (address: string) => {
  const answer = await get(`identity/${address}`)
  return { ...((await answer.json()) as object), cache: answer.headers.get('cache-control') }
}

beforeAll(async () => {
  const port = await freePort()
  const devnet = await startEvmDevnet({ names: { gateway: `http://127.0.0.1:${port}` } })
  const file = {
    chains: [devnetChain(devnet.url)],
    projects: [{ id: 'demo' }],
    names: { zone: zone.name, key: zone.key },
    rateLimit: { capacity: 1_000, refillPerSecond: 100 },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(file))
  const gateway = await startGateway({
    dataDir: folder,
    port,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  const stranger = createServer((request, response) => {
    made.asked.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  Object.assign(made, { devnet, gateway, stranger })
  const attributes = { bio: 'Keeper of keys', avatar: 'https://img.example/face.png' }
  const answer = await post('account', {
    name: 'keeper.latchkey.eth',
    attributes,
    timestamp: seconds(),
  })
  if (!answer.ok) throw new Error(await answer.text())
})
afterAll(async () => {
  await made.gateway?.stop()
  await made.devnet?.stop()
  made.stranger?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a name of the zone', () => {
  test('default: viem resolves it through the devnet’s universal resolver', async () => {
    const reads = client()
    const name = 'keeper.latchkey.eth'
    expect(await reads.getEnsAddress({ name, strict: true })).toBe(owner.address)
    expect(await reads.getEnsAddress({ name, coinType: BigInt(coinType), strict: true })).toBe(
      owner.address.toLowerCase(),
    )
    expect(await reads.getEnsAddress({ name, coinType: 0x8000000an, strict: true })).toBeNull()
    expect(await reads.getEnsText({ name, key: 'description', strict: true })).toBe(
      'Keeper of keys',
    )
    expect(await reads.getEnsText({ name, key: 'avatar', strict: true })).toBe(
      'https://img.example/face.png',
    )
    expect(await reads.getEnsText({ name, key: 'url', strict: true })).toBeNull()
    expect(await reads.getEnsAddress({ name: 'nobody.latchkey.eth', strict: true })).toBeNull()
    expect(
      await reads.getEnsAddress({ name: 'deeper.keeper.latchkey.eth', strict: true }),
    ).toBeNull()
    expect(await reads.getEnsAddress({ name: 'grace.eth' })).toBe(grace.address)
    expect(developmentNamesKey).toBe(zone.key)
  })

  test('behavior: a name given to somebody else tomorrow leads there at once', async () => {
    const moved = privateKeyToAccount(generatePrivateKey())
    await post(
      'account',
      { name: 'mover.latchkey.eth', attributes: {}, timestamp: seconds() },
      moved,
    )
    const content = { coin_type: 60, address: alan.address, timestamp: seconds() + 1 }
    expect((await post('account/mover.latchkey.eth/address', content, moved)).status).toBe(200)
    expect(await client().getEnsAddress({ name: 'mover.latchkey.eth' })).toBe(alan.address)
  })

  test('behavior: a lying gateway is not believed, whatever it changes', async () => {
    const parts = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
    const change =
      (edit: (result: Hex, expires: bigint, signature: Hex) => readonly [Hex, bigint, Hex]): Ask =>
      async (asked) =>
        encodeAbiParameters(parts, edit(...decodeAbiParameters(parts, await fromGateway(asked))))
    const ask = (request: Ask) =>
      client(request).getEnsAddress({ name: 'keeper.latchkey.eth', strict: true })
    const resolved = (request: Ask) =>
      ask(request).catch((error: Error) => /ResolverError/.exec(error.message)?.[0])
    const mallory = accounts[9].address
    const forged = encodeAbiParameters([{ type: 'address' }], [mallory])
    const signWith = (key: Hex, expires: number, sender?: Hex): Ask => {
      const row = {
        owner: mallory,
        attributes: {},
        registeredAt: new Date(),
        updatedAt: new Date(),
      }
      const found = {
        ...row,
        name: 'keeper.latchkey.eth',
        addresses: [{ coinType: 60, address: mallory, createdAt: new Date() }],
      }
      return (asked) =>
        answerResolver({
          ...asked,
          ...(sender && { sender }),
          zone: zone.name,
          key,
          expires,
          find: async () => found,
        })
    }
    // The same detours, with nothing changed, lead to the truth.
    expect(await resolved(change((...same) => same))).toBe(owner.address)
    expect(await resolved(signWith(zone.key, seconds() + 60))).toBe(mallory)

    expect(await resolved(change((_, ...rest) => [forged, ...rest]))).toBe('ResolverError')
    expect(await resolved(change((result, expires, sig) => [result, expires + 1n, sig]))).toBe(
      'ResolverError',
    )
    expect(
      await resolved(change((result, expires) => [result, expires, `0x${'11'.repeat(65)}`])),
    ).toBe('ResolverError')
    expect(
      await resolved(change((result, expires, sig) => [result, expires, sig.slice(0, -2) as Hex])),
    ).toBe('ResolverError')
    expect(await resolved(change((result, expires, sig) => [result, expires, twin(sig)]))).toBe(
      'ResolverError',
    )
    expect(await resolved(signWith(zone.key, seconds() - 60))).toBe('ResolverError')
    expect(await resolved(signWith(generatePrivateKey(), seconds() + 60))).toBe('ResolverError')
    expect(await resolved(signWith(zone.key, seconds() + 60, mallory))).toBe('ResolverError')
    // The true answer to another question.
    const other = question('mover.latchkey.eth')
    expect(await resolved((asked) => fromGateway({ ...asked, data: other }))).toBe('ResolverError')
  })

  test('behavior: the gateway answers resolvers of its zone and nobody else', async () => {
    const ask = (sender: string, data: string) =>
      fetch(`${made.gateway?.url}/v1/ccip/${sender}/${data}`)
    const answer = await ask(addresses.zoneResolver, '0x12345678')
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
    const asked = async (data: string, sender: string = addresses.zoneResolver) =>
      (await ask(sender, data)).status
    expect(await asked(question('keeper.latchkey.eth'))).toBe(200)
    expect(await asked(`${question('keeper.latchkey.eth')}.json`)).toBe(200)
    expect(await asked(question('keeper.latchkey.eth', 'mover.latchkey.eth'))).toBe(400)
    expect(await asked(question('grace.eth'))).toBe(404)
    expect(
      await asked(question('keeper.latchkey.eth').replace('066b6565706572', '076b6565706572')),
    ).toBe(400)
    expect(await asked(question('keeper.latchkey.eth'), 'me')).toBe(400)
  })
})

describe('identity with a zone', () => {
  test('default: the own name where ENS has none, not kept by anybody', async () => {
    const picture = new URL('/v1/image', made.gateway?.url)
    picture.searchParams.set('url', 'https://img.example/face.png')
    picture.searchParams.set('projectId', 'demo')
    expect(await identity(owner.address)).toMatchObject({
      name: 'keeper.latchkey.eth',
      avatar: picture.href,
      cache: 'no-cache',
    })
    const late = privateKeyToAccount(generatePrivateKey())
    expect(await identity(late.address)).toMatchObject({ name: null, cache: 'no-cache' })
    await post(
      'account',
      { name: 'latecomer.latchkey.eth', attributes: {}, timestamp: seconds() },
      late,
    )
    expect(await identity(late.address)).toMatchObject({ name: 'latecomer.latchkey.eth' })
  })

  test('behavior: ENS first', async () => {
    const ada = mnemonicToAccount(mnemonic)
    await post(
      'account',
      { name: 'countess.latchkey.eth', attributes: {}, timestamp: seconds() },
      ada as never,
    )
    expect(await (await get(`profile/reverse/${ada.address}?apiVersion=2`)).json()).toMatchObject([
      { name: 'countess.latchkey.eth' },
    ])
    expect(await identity(ada.address)).toMatchObject({
      name: 'ada.eth',
      cache: expect.stringMatching(/^public, max-age=\d+/),
    })
  })

  test('behavior: a reverse record that names the zone is followed here, and believed only if the name leads back', async () => {
    const holder = mnemonicToAccount(mnemonic, { addressIndex: 4 })
    await post(
      'account',
      { name: 'holder.latchkey.eth', attributes: {}, timestamp: seconds() },
      holder as never,
    )
    await setReverse(holder.address, 'holder.latchkey.eth')
    expect(await client().getEnsName({ address: holder.address })).toBe('holder.latchkey.eth')
    expect(await identity(holder.address)).toMatchObject({
      name: 'holder.latchkey.eth',
      cache: expect.stringMatching(/^public, max-age=\d+/),
    })
    const liar = accounts[5]
    await setReverse(liar.address, 'keeper.latchkey.eth')
    expect(await identity(liar.address)).toMatchObject({ name: null })
  })

  test('behavior: a stranger’s off-chain name makes the gateway ask nobody', async () => {
    const { ZoneResolver: code, NameRegistry: registry } = await compile()
    if (!code || !registry) throw new Error('not compiled')
    const { port } = (made.stranger as Server).address() as AddressInfo
    const url = `http://127.0.0.1:${port}/{sender}/{data}`
    const resolver = await act(
      deployer,
      undefined,
      encodeDeployData({ ...code, args: [[url], []] }),
    )
    const record = [namehash('eth'), labelhash('elsewhere'), deployer, resolver, 0n]
    const data = encodeFunctionData({
      abi: registry.abi,
      functionName: 'setSubnodeRecord',
      args: record,
    })
    await act(deployer, addresses.nameRegistry, data)
    const visitor = accounts[6]
    await setReverse(visitor.address, 'visitor.elsewhere.eth')
    expect(await identity(visitor.address)).toMatchObject({ name: null })
    expect(made.asked).toEqual([])
    // Whoever does follow it gets there: the trap is one.
    expect(
      await client()
        .getEnsAddress({ name: 'visitor.elsewhere.eth' })
        .catch(() => null),
    ).toBeNull()
    expect(made.asked).toHaveLength(1)
  })
})

/** Another signature of the same key for the same digest. */
function twin(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  return serializeSignature({
    r,
    s: numberToHex(order - hexToBigInt(s), { size: 32 }),
    yParity: yParity === 0 ? 1 : 0,
  })
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accounts,
  addresses,
  devnetChain,
  type EvmDevnet,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import { isIdentityAnswer } from '@latchkey/protocol'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../../../server/hosts/node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'))
const made: { devnet?: EvmDevnet; gateway?: RunningGateway } = {}
const [, grace, alan, barbara, edsger] = accounts

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const file = {
    chains: [devnetChain(devnet.url)],
    projects: [{ id: 'demo' }],
    images: { ipfsGateway: 'https://ipfs.example/ipfs/' },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(file))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  Object.assign(made, { devnet, gateway })
  // The second key of the collection is grace's: the first went to ada.
  const hers = `eip155:31337/erc721:${addresses.nft}/2`
  for (const [who, record] of [
    [grace, hers],
    [alan, hers],
    [barbara, 'ipfs://bafy/face.png'],
    [edsger, 'https://img.example/face.png'],
  ] as const) {
    await setAvatar(devnet.url, who, record)
  }
})
afterAll(async () => {
  await made.gateway?.stop()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function setAvatar(
  url: string,
  { name, address }: { name: string; address: Address },
  record: string,
) {
  const abi = parseAbi(['function setText(bytes32 node, string key, string value)'])
  const data = encodeFunctionData({
    abi,
    functionName: 'setText',
    args: [namehash(name), 'avatar', record],
  })
  const client = createPublicClient({ transport: http(url) })
  const params = [{ from: address, to: addresses.nameResolver, data }]
  const hash = (await client.request({ method: 'eth_sendTransaction', params } as never)) as Hex
  const { status } = await receiptOf(url, hash)
  if (status !== 'success') throw new Error('reverted')
}

async function identity(address: Address) {
  const response = await fetch(`${made.gateway?.url}/v1/identity/${address}?projectId=demo`)
  const answer: unknown = await response.json()
  if (!isIdentityAnswer(answer)) throw new Error(JSON.stringify(answer))
  return answer
}

const proxied = (address: string) => {
  const url = new URL('/v1/image', made.gateway?.url)
  url.searchParams.set('url', address)
  url.searchParams.set('projectId', 'demo')
  return url.href
}

describe('identity on a chain', () => {
  test('default', async () => {
    expect(await identity(grace.address)).toMatchObject({
      name: 'grace.eth',
      avatar: expect.stringMatching(/^data:image\/png;base64,/),
    })
  })

  test("behavior: a collectible of somebody else is no picture of one's own", async () => {
    expect(await identity(alan.address)).toMatchObject({ name: 'alan.eth', avatar: null })
  })

  test('behavior: pictures of the web and of ipfs come through the image proxy', async () => {
    const ipfs = proxied('https://ipfs.example/ipfs/bafy/face.png')
    expect(await identity(barbara.address)).toMatchObject({ name: 'barbara.eth', avatar: ipfs })
    expect((await identity(edsger.address)).avatar).toBe(proxied('https://img.example/face.png'))
  })
})

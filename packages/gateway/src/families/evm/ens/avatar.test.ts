import {
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { NodePort } from '../../../ports/node-port.ts'
import { account, configOf } from '../../../test/make-gateway.ts'
import { type NftItems, type NftKey, nftKey } from '../history/nft-items.ts'
import { readAvatar } from './avatar.ts'

const contract = `0x${'ab'.repeat(20)}` as const
const ipfsGateway = 'https://ipfs.example/ipfs/'
const picture = 'https://img.example/a.png'

function make(word: Hex, image: string | null = picture, chainId = 31_337n) {
  const asked: NftKey[] = []
  const state = { nodes: 0 }
  const nodes: NodePort = {
    async ask() {
      state.nodes++
      const result = [
        { success: true, returnData: numberToHex(chainId, { size: 32 }) },
        { success: word.length > 2, returnData: word },
      ]
      const text = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
      return [{ kind: 'result', text: JSON.stringify(text) }]
    },
  }
  const nfts: NftItems = {
    async find(keys) {
      asked.push(...keys)
      return new Map(keys.map((key) => [nftKey(key), { name: 'Key', image }]))
    },
  }
  const { chains } = configOf(['http://n.example'])
  const read = (record: string, gateway: string | undefined = ipfsGateway) =>
    readAvatar(record, account, { chains, nodes, nfts, ipfsGateway: gateway })
  return { read, asked, state }
}

const owner = (address: Hex) => encodeAbiParameters([{ type: 'address' }], [address])
const held = (count: bigint) => numberToHex(count, { size: 32 })
const erc721 = `eip155:31337/erc721:${contract}/7`
const erc1155 = `eip155:31337/erc1155:${contract}/7`

describe('readAvatar', () => {
  test('default', async () => {
    const { read, asked } = make(owner(account))
    expect(await read(erc721)).toBe(picture)
    expect(asked).toEqual([
      { chain: 'eip155:31337', address: contract, tokenId: 7n, kind: 'erc721' },
    ])
    expect(await make(held(2n)).read(erc1155)).toBe(picture)
  })

  test('behavior: records that name a picture themselves ask nobody', async () => {
    const { read, state } = make('0x')
    expect(await read(picture)).toBe(picture)
    expect(await read('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
    expect(await read('ipfs://bafy/a%20b.png')).toBe('https://ipfs.example/ipfs/bafy/a%20b.png')
    expect(await read('ipfs://ipfs/Qm1')).toBe('https://ipfs.example/ipfs/Qm1')
    expect(state.nodes).toBe(0)
  })

  test('behavior: without a gateway for it, ipfs is no picture', async () => {
    expect(
      await readAvatar('ipfs://bafy', account, { ...noParts(), ipfsGateway: undefined }),
    ).toBeUndefined()
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>',
    'ipfs://../../admin',
    'ipfs://a/../../admin',
    '/a.png',
    'eip155:31337/erc721:0x12/7',
    `eip155:31337/erc20:${contract}/7`,
    `eip155:1/erc721:${contract}/7`,
    `eip155:31337/erc721:${contract}/-7`,
    `eip155:31337/erc721:${contract}/${'9'.repeat(78)}`,
    `${`eip155:31337/erc721:${contract}/7`}?x`,
  ])('behavior: %s is no picture, and nobody is asked', async (record) => {
    const { read, state } = make(owner(account))
    expect(await read(record)).toBeUndefined()
    expect(state.nodes).toBe(0)
  })

  test('behavior: a collectible of somebody else is not shown, nor looked for', async () => {
    const answers: readonly (readonly [string, Hex])[] = [
      [erc721, owner(contract)],
      [erc721, '0x'],
      [erc721, `0x01${owner(account).slice(4)}`],
      [erc721, `${owner(account)}00`],
      [erc1155, held(0n)],
      [erc1155, '0x'],
    ]
    for (const [record, answer] of answers) {
      const { read, asked } = make(answer)
      expect([record, answer, await read(record), asked.length]).toEqual([
        record,
        answer,
        undefined,
        0,
      ])
    }
  })

  test('behavior: a node of another chain proves no ownership', async () => {
    expect(await make(owner(account), picture, 1n).read(erc721)).toBeUndefined()
  })

  test('behavior: the picture a document names is led through the gateway for it, and nothing else is taken', async () => {
    expect(await make(owner(account), 'ipfs://bafy').read(erc721)).toBe(
      'https://ipfs.example/ipfs/bafy',
    )
    expect(await make(owner(account), 'data:image/png;base64,AAAA').read(erc721)).toBe(
      'data:image/png;base64,AAAA',
    )
    expect(await make(owner(account), null).read(erc721)).toBeUndefined()
    expect(await make(owner(account), 'javascript:alert(1)').read(erc721)).toBeUndefined()
  })
})

function noParts() {
  const refuse = () => Promise.reject(new Error('asked'))
  return {
    chains: configOf(['http://n.example']).chains,
    nodes: { ask: refuse },
    nfts: { find: refuse },
  }
}

import type { ChainId } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { chainNodes } from './chain-nodes.ts'

/**
 * What real networks say of themselves: https://namespaces.chainagnostic.org/ (solana, bip122,
 * stacks: caip2).
 */
const solana = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
}
const bitcoin = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  testnet: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
}
const info = (id: number): string =>
  JSON.stringify({ peer_version: 1, network_id: id, parent_network_id: 1 })
const nativeCurrency = { name: 'Coin', symbol: 'C', decimals: 8 }

/**
 * Two nodes of a chain, `first` and `second`: what each says of its chain, and its name to
 * everything else.
 */
function nodesOf(chain: string, question: string, first: string | undefined, second: string) {
  const wrong: string[] = []
  const asked: string[] = []
  const fetchNode = async (url: string, { body }: RequestInit): Promise<Response> => {
    const { hostname, pathname } = new URL(url)
    const isQuestion = body ? String(body).includes(question) : pathname === question
    asked.push(`${hostname}${isQuestion ? '?' : ''}`)
    const named = hostname === 'first' ? first : second
    const said = isQuestion ? named : hostname
    if (said === undefined) return new Response('unknown', { status: 404 })
    return new Response(body ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: said }) : said)
  }
  const rpcUrls = ['http://first', 'http://second']
  const config = configSchema.parse({
    chains: [{ id: chain, name: 'Chain', nativeCurrency, rpcUrls }],
  })
  const nodes = chainNodes(config, fetchNode, { onWrongChain: (id) => void wrong.push(id) })
  const isRest = question.startsWith('/')
  const call = isRest ? { method: 'GET', params: '["/fee-estimates"]' } : { method: 'getSlot' }
  const ask = async () => (await nodes.ask(chain as ChainId, [call]))[0]?.value
  return { ask, wrong, asked }
}

const cases = [
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'getGenesisHash', solana.devnet, solana.mainnet],
  ['bip122:000000000019d6689c085ae165831e93', '/block-height/0', bitcoin.testnet, bitcoin.mainnet],
  ['stacks:1', '/v2/info', info(2_147_483_648), info(1)],
] as const

describe('checkChain', () => {
  test.each(cases)(
    'default: a node of %s that names another chain is passed over and told of, once',
    async (chain, question, other, own) => {
      const { ask, wrong, asked } = nodesOf(chain, question, other, own)
      for (let at = 0; at < 3; at++) {
        expect(await ask()).toBe('second')
      }
      expect(wrong).toEqual([chain])
      expect(asked).toEqual(['first?', 'second?', 'second', 'second', 'second'])
    },
  )

  test.each(cases)(
    'behavior: a node of %s that does not say, or says what is no name, is asked all the same',
    async (chain, question, _, own) => {
      for (const mute of [undefined, 'nonsense']) {
        const { ask, wrong } = nodesOf(chain, question, mute, own)
        expect(await ask()).toBe('first')
        expect(wrong).toEqual([])
      }
    },
  )

  test('behavior: a chain whose reference the operator chose is not asked', async () => {
    const { ask, asked } = nodesOf(
      'solana:localnet',
      'getGenesisHash',
      solana.devnet,
      solana.mainnet,
    )
    expect(await ask()).toBe('first')
    expect(asked).toEqual(['first'])
  })

  test('behavior: a clock that is set back passes no node over for longer', async () => {
    vi.useFakeTimers()
    try {
      const [chain, question, other, own] = cases[0]
      const { ask, asked } = nodesOf(chain, question, other, own)
      expect(await ask()).toBe('second')
      vi.setSystemTime(Date.now() - 3_600_000)
      await vi.advanceTimersByTimeAsync(30_001)
      await ask()
      expect(asked.filter((one) => one === 'first?')).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

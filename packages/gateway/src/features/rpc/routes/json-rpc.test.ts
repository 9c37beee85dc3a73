import { describe, expect, test } from 'vitest'
import type { NodeCall } from '../../../ports/node-port.ts'
import { chainId, configOf, makeGateway } from '../../../test/make-gateway.ts'

const url = `/v1?projectId=shop&chainId=${chainId}`

function echo() {
  const asked: NodeCall[][] = []
  const nodes = {
    ask: async (_chain: string, calls: readonly NodeCall[]) => {
      asked.push([...calls])
      return calls.map(({ method }) => ({ kind: 'result' as const, text: JSON.stringify(method) }))
    },
  }
  const { app } = makeGateway({ nodes })
  const post = async (body: string) => app.request(url, { method: 'POST', body })
  return { asked, post }
}

describe('jsonRpcRoute', () => {
  test.each(['1', '"a"', '1780000000000000001', 'null', '"\\u0061\\""', '0', '-1.5e3'])(
    'parameters: id %s is echoed untouched',
    async (id) => {
      const { post } = echo()
      const response = await post(`{"id":${id},"jsonrpc":"2.0","method":"eth_chainId"}`)
      expect(await response.text()).toBe(`{"jsonrpc":"2.0","id":${id},"result":"eth_chainId"}`)
    },
  )

  test('behavior: params reach the node as they were written', async () => {
    const { asked, post } = echo()
    await post(
      '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[ 9007199254740993, {"a":"}"} ]}',
    )
    expect(asked).toEqual([
      [{ id: '1', method: 'eth_call', params: '[ 9007199254740993, {"a":"}"} ]' }],
    ])
  })

  test('behavior: a batch keeps its order, is asked at once, and refuses call by call', async () => {
    const { asked, post } = echo()
    const call = (id: unknown, method: unknown) => ({ jsonrpc: '2.0', id, method })
    const batch = [
      call(3, 'eth_chainId'),
      call(2, 'anvil_reset'),
      call({}, 'eth_call'),
      7,
      call(2, 'net_version'),
    ]
    const answers = (await (await post(JSON.stringify(batch))).json()) as {
      id: unknown
      error?: { code: number }
    }[]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [3, undefined],
      [2, -32601],
      [null, -32600],
      [null, -32600],
      [2, undefined],
    ])
    expect(asked.map((calls) => calls.map(({ method }) => method))).toEqual([
      ['eth_chainId', 'net_version'],
    ])
  })

  test('behavior: refused methods never reach a node', async () => {
    const { asked, post } = echo()
    const response = await post(
      '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{}]}',
    )
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
    expect(asked).toEqual([])
  })

  test.each(['', 'nonsense', '[]', '7', 'null', `[${Array(51).fill('{}').join()}]`])(
    'behavior: a body that is no request is a 400: %.20s',
    async (body) => expect((await echo().post(body)).status).toBe(400),
  )

  test('parameters: rpc.maxBatch', async () => {
    const { app } = makeGateway({
      config: configOf(['http://n.example'], { rpc: { maxBatch: 60 } }),
    })
    const post = async (count: number) =>
      (await app.request(url, { method: 'POST', body: `[${Array(count).fill('{}').join()}]` }))
        .status
    expect([await post(60), await post(61)]).toEqual([200, 400])
  })

  test('behavior: a batch costs its caller and its project what its calls cost, each by itself', async () => {
    const taken: string[] = []
    const bucket = (name: string) => ({
      take: (_: string, cost = 1) => {
        taken.push(`${name} ${cost}`)
        return 0
      },
    })
    const nodes = {
      ask: async (_: string, calls: readonly NodeCall[]) =>
        calls.map(() => ({ kind: 'result' as const, text: '1' })),
    }
    const { app } = makeGateway({
      nodes,
      buckets: { caller: bucket('caller'), project: bucket('project') },
    })
    const ask = async (...methods: string[]) => {
      taken.length = 0
      const calls = methods.map((method, id) => ({ jsonrpc: '2.0', id, method }))
      await app.request(url, {
        method: 'POST',
        body: JSON.stringify(calls.length === 1 ? calls[0] : calls),
      })
      return [...taken]
    }
    expect(await ask('eth_chainId')).toEqual(['caller 1', 'project 1'])
    expect(await ask('eth_chainId', 'eth_chainId', 'eth_call')).toEqual([
      'caller 1',
      'caller 3',
      'project 4',
    ])
    expect(await ask('eth_getLogs')).toEqual(['caller 1', 'caller 9', 'project 10'])
    // What would cost more than there can be costs all of it, and is not impossible for ever.
    expect(await ask(...Array(50).fill('eth_getLogs'))).toEqual([
      'caller 1',
      'caller 99',
      'project 100',
    ])
  })

  test('behavior: by batches a caller reaches the node no oftener than one by one', async () => {
    const { app, nodes } = (() => {
      const counts = { calls: 0 }
      const ask = async (_: string, calls: readonly NodeCall[]) => {
        counts.calls += calls.length
        return calls.map(() => ({ kind: 'result' as const, text: '1' }))
      }
      return { ...makeGateway({ nodes: { ask } }), nodes: counts }
    })()
    const one = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    for (let at = 0; at < 100; at++) {
      await app.request(url, { method: 'POST', body: JSON.stringify(Array(50).fill(one)) })
    }
    expect(nodes.calls).toBeGreaterThan(0)
    expect(nodes.calls).toBeLessThanOrEqual(150)
  })
})

import { describe, expect, test } from 'vitest'
import type { NodeCall } from '../providers/node-port.ts'
import { chainId, makeGateway } from '../test/make-gateway.ts'

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
    await post('{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[ 9007199254740993, {"a":"}"} ]}')
    expect(asked).toEqual([[{ id: '1', method: 'eth_call', params: '[ 9007199254740993, {"a":"}"} ]' }]])
  })

  test('behavior: a batch keeps its order, is asked at once, and refuses call by call', async () => {
    const { asked, post } = echo()
    const call = (id: unknown, method: unknown) => ({ jsonrpc: '2.0', id, method })
    const batch = [call(3, 'eth_chainId'), call(2, 'anvil_reset'), call({}, 'eth_call'), 7, call(2, 'net_version')]
    const answers = (await (await post(JSON.stringify(batch))).json()) as { id: unknown; error?: { code: number } }[]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [3, undefined],
      [2, -32601],
      [null, -32600],
      [null, -32600],
      [2, undefined],
    ])
    expect(asked.map((calls) => calls.map(({ method }) => method))).toEqual([['eth_chainId', 'net_version']])
  })

  test('behavior: refused methods never reach a node', async () => {
    const { asked, post } = echo()
    const response = await post('{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{}]}')
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
    expect(asked).toEqual([])
  })

  test.each(['', 'nonsense', '[]', '7', 'null', `[${Array(1001).fill('{}').join()}]`])(
    'behavior: a body that is no request is a 400: %.20s',
    async (body) => expect((await echo().post(body)).status).toBe(400),
  )
})

import { describe, expect, test } from 'vitest'
import type { NodeCall, NodePort } from '../../ports/node-port.ts'
import { chainId } from '../../test/make-gateway.ts'
import { joinNodeRequests } from './join-node-requests.ts'

function make(fails = false) {
  const asked: (readonly NodeCall[])[] = []
  const nodes: NodePort = {
    async ask(_, calls) {
      asked.push(calls)
      if (fails) throw new Error('no node')
      return calls.map(({ method }) => ({ kind: 'result', text: method }))
    },
  }
  const joined = joinNodeRequests(nodes)
  const ask = async (...methods: readonly string[]) =>
    (
      await joined.ask(
        chainId,
        methods.map((method) => ({ method })),
      )
    ).map(({ text }) => text)
  return { ask, asked }
}

describe('joinAsks', () => {
  test('default', async () => {
    const { ask, asked } = make()
    expect(await Promise.all([ask('a', 'b'), ask(), ask('c')])).toEqual([['a', 'b'], [], ['c']])
    expect(asked).toHaveLength(1)
  })

  test('behavior: what is asked later is a request of its own', async () => {
    const { ask, asked } = make()
    await ask('a')
    expect([await ask('b'), asked.length]).toEqual([['b'], 2])
  })

  test('behavior: a failure is everybody’s', async () => {
    const { ask } = make(true)
    const outcomes = await Promise.allSettled([ask('a'), ask('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

import { describe, expect, test } from 'vitest'
import { JsonRpcError } from './json-rpc-error.ts'
import { requestRaw } from './request-raw.ts'

describe('requestRaw', () => {
  test('default: the result as it came, of the wallet’s own method', async () => {
    const provider = {
      last: undefined as unknown,
      async request(method: string, params: unknown) {
        this.last = [method, params]
        return { jsonrpc: '2.0', id: 1, result: { odd: true } }
      },
    }
    expect(await requestRaw(provider, 'anything', { a: 1 })).toEqual({ odd: true })
    expect(provider.last).toEqual(['anything', { a: 1 }])
  })

  test.each([
    [
      'an answer with an error',
      async () => ({ jsonrpc: '2.0', id: 1, error: { code: 4001, message: 'no', data: 7 } }),
      4001,
    ],
    [
      'an envelope thrown',
      async () => Promise.reject({ jsonrpc: '2.0', error: { code: -32000, message: 'no' } }),
      -32000,
    ],
    [
      'an error thrown',
      async () => Promise.reject(Object.assign(new Error('no'), { code: -32601 })),
      -32601,
    ],
    ['no answer', async () => undefined, -31000],
    ['something without a number', async () => Promise.reject(new Error('odd')), -31000],
  ])('behavior: %s', async (_, request, code) => {
    const failed = await requestRaw({ request }, 'x').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(JsonRpcError)
    expect(failed).toMatchObject({ name: 'JsonRpcError', code })
  })

  test('behavior: an object that takes no requests', async () => {
    await expect(requestRaw({}, 'x')).rejects.toMatchObject({ code: -31000 })
  })
})

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchWhole } from './fetch-whole.ts'

const node = { url: '', answer: (_: ServerResponse): void => undefined }
const http = createServer((_, response) => node.answer(response))
beforeAll(async () => {
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  node.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})

describe('fetchWhole', () => {
  test('default: the answer is as the node gave it', async () => {
    node.answer = (response) =>
      void response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"error":"maintenance"}')
    const answer = await fetchWhole(5_000)(node.url)
    expect([answer.status, await answer.json()]).toEqual([503, { error: 'maintenance' }])
    node.answer = (response) => void response.writeHead(204).end()
    expect((await fetchWhole(5_000)(node.url)).status).toBe(204)
  })

  test('parameters: timeoutMs: half an answer ends with the time', async () => {
    node.answer = (response) => void response.write('{"jsonrpc":"2.0",')
    await expect(fetchWhole(50)(node.url)).rejects.toMatchObject({ code: 'aborted' })
  })

  test('behavior: an answer that is too large is refused', async () => {
    node.answer = (response) => void response.end('x'.repeat(1_048_577))
    await expect(fetchWhole(5_000)(node.url)).rejects.toThrow('too large')
  })
})

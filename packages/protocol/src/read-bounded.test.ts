import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBounded } from './read-bounded.ts'

const server = { url: '', answer: (_: ServerResponse): void => undefined }
const http = createServer((_, response) => server.answer(response))
beforeAll(async () => {
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})

const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)

/**
 * Lets `write` begin the server's next answer; resolves when the connection of that answer is
 * closed.
 */
function closingOf(write: (response: ServerResponse) => void): Promise<void> {
  return new Promise((closed) => {
    server.answer = (response) => {
      response.on('close', closed)
      write(response)
    }
  })
}

describe('readBounded', () => {
  test('default: reads a body that comes in parts', async () => {
    server.answer = (response) => {
      response.write('one ')
      setTimeout(() => response.end('two'), 20)
    }
    expect(textOf(await readBounded(await fetch(server.url), 7))).toBe('one two')
  })

  test('behavior: no body is an empty one', async () => {
    expect(await readBounded(new Request('https://site.example'), 1)).toHaveLength(0)
  })

  test('parameters: limit: a body that says it is larger, or is, is not read to its end', async () => {
    server.answer = (response) => void response.end('12345678')
    expect(await readBounded(await fetch(server.url), 7)).toBeUndefined()
    const closed = closingOf((response) => void response.write('x'.repeat(100_000)))
    expect(await readBounded(await fetch(server.url), 7)).toBeUndefined()
    await closed
  })

  test('behavior: a clone that is too large is given up while the original is unread', async () => {
    const answer = new Response('x'.repeat(100_000))
    expect(await readBounded(answer.clone(), 7)).toBeUndefined()
    expect(await answer.text()).toHaveLength(100_000)
  })

  test('parameters: signal: ends half an answer although garbage was collected', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const closed = closingOf((response) => void response.write('half an answer'))
    const abort = new AbortController()
    const reading = (async () => {
      const answer = await fetch(server.url, { redirect: 'error', signal: abort.signal })
      return readBounded(answer, 100, abort.signal)
    })()
    const ended = expect(reading).rejects.toMatchObject({ code: 'aborted' })
    for (let round = 0; round < 5; round++) {
      await new Promise((next) => setTimeout(next, 10))
      collectGarbage()
    }
    abort.abort()
    await ended
    await closed
  })

  test('parameters: signal: one that has aborted before reads nothing', async () => {
    const reading = readBounded(new Response('text'), 10, AbortSignal.abort())
    await expect(reading).rejects.toMatchObject({ code: 'aborted' })
  })
})

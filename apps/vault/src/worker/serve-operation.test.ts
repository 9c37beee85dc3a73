import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import type { Operation } from './message.ts'
import { serveOperation } from './serve-operation.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A worker's own side, and what it has said. */
function serve(operation: Operation<unknown, unknown>) {
  const said: unknown[] = []
  const self = { postMessage: (message: unknown) => void said.push(message) }
  vi.stubGlobal('self', self)
  serveOperation(operation)
  const { onmessage } = self as never as { onmessage: (event: object) => void }
  return { said, say: (data: object) => onmessage({ data }) }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('serveOperation: default: it runs once, whatever is sent again, and asks for its shares', async () => {
  const inputs: unknown[] = []
  const { said, say } = serve(async (input, ask) => {
    inputs.push(input)
    return [input, await ask('key')]
  })
  say({ type: 'start', input: 'first' })
  say({ type: 'start', input: 'second' })
  await settled()
  expect([inputs, said]).toEqual([['first'], [{ type: 'key', sealTo: 'key' }]])
  const sealed = { signIn: Uint8Array.of(1) }
  say({ type: 'sealed', sealed })
  await settled()
  say({ type: 'start', input: 'third' })
  await settled()
  expect(inputs).toEqual(['first'])
  expect(said.slice(1)).toEqual([{ type: 'done', output: ['first', sealed] }])
})

test.each([
  [
    new LatchkeyError('wallet-unopenable', { reason: 'other shares' }),
    { code: 'wallet-unopenable', reason: 'other shares' },
  ],
  [new LatchkeyError('aborted'), { code: 'aborted', reason: '' }],
  [new Error('a word of the seed'), { code: 'unknown', reason: '' }],
])('serveOperation: behavior: %s is told by its code', async (error, told) => {
  const { said, say } = serve(() => Promise.reject(error))
  say({ type: 'start', input: null })
  await settled()
  expect(said).toEqual([{ type: 'failed', ...told }])
})

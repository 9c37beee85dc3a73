import { describe, expect, test } from 'vitest'
import { readDelegate } from './read-delegate.ts'

const node = (result: unknown) =>
  (async () => new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))) as never

describe('readDelegate', () => {
  test('default', async () => {
    expect(await readDelegate('http://n', '0xaa', node(`0xef0100${'aB'.repeat(20)}`))).toBe(
      `0x${'ab'.repeat(20)}`,
    )
  })

  test.each([
    ['no code', '0x'],
    ['code of its own', '0x6001'],
    ['more than that', `0xef0100${'ab'.repeat(21)}`],
    ['nothing', null],
  ])('behavior: %s is no delegate', async (_, code) => {
    expect(await readDelegate('http://n', '0xaa', node(code))).toBeNull()
    expect(
      await readDelegate('http://n', '0xaa', (() => Promise.reject(new Error('down'))) as never),
    ).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { maskAddresses } from './mask-addresses.ts'

test('maskAddresses', () => {
  const mask = maskAddresses(['https://node.example/v2/0123456789abcdef?key=fedcba9876543210'])
  const said = (message: string): string =>
    JSON.parse(mask(JSON.stringify({ code: 3, message, data: '0x08c379a0' }))).message
  expect(said('execution reverted')).toBe('execution reverted')
  expect(said('limit of 0123456789abcdef reached')).toBe('limit of … reached')
  expect(said('see https://node.example/v2/0123456789abcdef, or call')).toBe('see … or call')
  expect(said('key fedcba9876543210 "is over"')).toBe('key … "is over"')
  expect(said('"https://node.example/x" failed\n')).toBe('"…" failed\n')
  expect(mask('{"code":-32000,"message":"at https:\\/\\/node.example\\/v2\\/x"}')).toBe(
    '{"code":-32000,"message":"at …"}',
  )
})

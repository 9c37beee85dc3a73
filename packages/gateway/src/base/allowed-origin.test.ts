import { describe, expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

describe('isAllowedOrigin', () => {
  test.each([
    ['http://localhost:4300', [], true],
    ['https://127.0.0.1:1', [], true],
    ['http://[::1]:80', [], true],
    ['https://shop.example', [], false],
    ['https://shop.example', ['https://shop.example'], true],
    ['https://shop.example:443', ['https://shop.example'], true],
    ['https://shop.example:444', ['https://shop.example'], false],
    ['https://shop.example:444', ['https://shop.example:*'], true],
    ['http://shop.example', ['https://shop.example'], false],
    ['https://a.shop.example', ['https://shop.example'], false],
    ['https://a.shop.example', ['https://*.shop.example'], true],
    ['https://a.b.shop.example', ['https://*.shop.example'], true],
    ['https://shop.example', ['https://*.shop.example'], false],
    ['https://evilshop.example', ['https://*.shop.example'], false],
    ['https://shop.example.evil.example', ['https://shop.example'], false],
    ['https://localhost.evil.example', [], false],
    ['https://evil.example/https://shop.example', ['https://shop.example'], false],
    ['https://user@shop.example', ['https://shop.example'], false],
    ['null', ['https://shop.example'], false],
    ['', ['https://shop.example'], false],
    ['chrome-extension://abc', ['chrome-extension://abc'], true],
    ['file://localhost', [], false],
    ['http://shop.localhost:1', [], true],
    ['http://localhost:9', ['https://shop.example'], false],
    ['http://evil.localhost:1', ['https://shop.example'], false],
    ['http://127.0.0.1:1', ['https://shop.example'], false],
    ['http://localhost:9', ['https://shop.example', 'http://localhost:*'], true],
    ['http://evil.localhost:9', ['https://shop.example', 'http://localhost:*'], false],
  ])('parameters: %s among %j', (origin, rules, expected) => {
    expect(isAllowedOrigin(origin, rules)).toBe(expected)
  })
})

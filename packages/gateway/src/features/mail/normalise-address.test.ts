import { describe, expect, test } from 'vitest'
import { normaliseAddress } from './normalise-address.ts'

describe('normaliseAddress', () => {
  test('parameters: trimmed, domain in lower case ASCII, the rest as it is', () => {
    const good: readonly (readonly [string, string])[] = [
      ['  ada@shop.example \n', 'ada@shop.example'],
      ['ada@SHOP.Example', 'ada@shop.example'],
      ['Ada.B+tag@shop.example', 'Ada.B+tag@shop.example'],
      ["o'neil/x=y@a-b.example", "o'neil/x=y@a-b.example"],
      ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
      ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
      ['ada@faß.example', 'ada@xn--fa-hia.example'],
      [`${'a'.repeat(64)}@b.example`, `${'a'.repeat(64)}@b.example`],
    ]
    for (const [given, wanted] of good) {
      expect(normaliseAddress(given)).toBe(wanted)
    }
  })

  test('parameters: anything else is refused', () => {
    const bad = [
      '',
      'ada',
      '@shop.example',
      'ada@',
      'ada@localhost',
      'ada@@shop.example',
      'a@b@shop.example',
      'ada shop@shop.example',
      '.ada@shop.example',
      'ada.@shop.example',
      'a..b@shop.example',
      'ada@shop..example',
      'ada@.example',
      'ada@-shop.example',
      'ada@127.0.0.1',
      'ada@[127.0.0.1]',
      'ada@1.2.3',
      'ada@shop.example\r\nBcc: eve@evil.example',
      'ada@shop.example,eve@evil.example',
      'ada\0@shop.example',
      'Ada <ada@shop.example>',
      '"ada b"@shop.example',
      'ada@shop.example?x',
      'ada@shop.example/x',
      'ada@a:b.example',
      'ada@sh%6fp.example',
      'ada@shop_a.example',
      'ada@shop.example#',
      'ada(x)@shop.example',
      'аda@shop.example',
      `${'a'.repeat(65)}@b.example`,
      `a@${'b.'.repeat(130)}example`,
      'ada@xn--.example',
      'ada\u202e@shop.example',
    ]
    for (const text of bad) {
      const outcome = (() => {
        try {
          return normaliseAddress(text)
        } catch (error) {
          return (error as { code: string }).code
        }
      })()
      expect([text, outcome]).toEqual([text, 'email-invalid'])
    }
  })
})

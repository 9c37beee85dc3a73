import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { formatPairingLink } from './format-pairing-link.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const require = createRequire(createRequire(import.meta.url).resolve('@walletconnect/sign-client'))
const peer = require('@walletconnect/utils') as { parseUri(uri: string): Record<string, unknown> }

const [plain, , withMethods] = vectors.format

describe('formatPairingLink', () => {
  test('default', () => {
    const { topic, symKey, expiryTimestamp = 0 } = plain!.input
    expect(
      formatPairingLink({ topic, symKey, expiresAt: expiryTimestamp * 1000 + 999, methods: [] }),
    ).toBe(plain!.uri)
  })
  test('parameters: methods', () => {
    const { topic, symKey, methods = [] } = withMethods!.input
    const expected = withMethods!.uri.replace('&methods', '&expiryTimestamp=1705667684&methods')
    expect(formatPairingLink({ topic, symKey, expiresAt: 1_705_667_684_000, methods })).toBe(
      expected,
    )
  })
  test('behavior: the vendor reads it', () => {
    const { topic, symKey } = plain!.input
    const link = formatPairingLink({
      topic,
      symKey,
      expiresAt: 1_705_667_684_000,
      methods: ['wc_sessionAuthenticate'],
    })
    expect(peer.parseUri(link)).toMatchObject({
      topic,
      symKey,
      version: 2,
      relay: { protocol: 'irn' },
      expiryTimestamp: 1_705_667_684,
      methods: ['wc_sessionAuthenticate'],
    })
  })
})

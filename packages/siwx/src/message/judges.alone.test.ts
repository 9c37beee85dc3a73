import fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { challenge, fullChallenge as full } from '../../test/challenges.ts'
import { evmWallet, textOf } from '../../test/wallets.ts'
import { SiwxError } from '../errors/siwx-error.ts'
import { parseMessage } from './parse-message.ts'

const wallet = evmWallet()
const address = wallet.account.slice('eip155:1:'.length) as `0x${string}`
const good = textOf(full, wallet)
const isTaken = (text: string): boolean => {
  try {
    parseMessage(text)
    return true
  } catch (error) {
    if (error instanceof SiwxError) return false
    throw error
  }
}

describe('parseMessage', () => {
  test.each([challenge, full])(
    'default: what siwe and viem write, and as they read it, %#',
    (fields) => {
      const { requestId, ...rest } = { requestId: undefined, ...fields }
      const written = new SiweMessage({
        ...rest,
        ...(requestId !== undefined && { requestId }),
        address,
        version: '1',
        chainId: 1,
      }).prepareMessage()
      const parsed = parseMessage(written)
      expect(parsed).toMatchObject(fields)
      const { issuedAt, expirationTime, ...others } = fields
      const byViem = createSiweMessage({
        ...others,
        ...('notBefore' in fields && { notBefore: new Date(full.notBefore) }),
        issuedAt: new Date(issuedAt),
        expirationTime: new Date(expirationTime),
        address,
        version: '1',
        chainId: 1,
      } as Parameters<typeof createSiweMessage>[0])
      expect(parseMessage(byViem)).toMatchObject({ domain: fields.domain, nonce: fields.nonce })
      expect(parseSiweMessage(written)).toMatchObject({ domain: parsed.domain, uri: parsed.uri })
    },
  )

  test('behavior: what it takes from an Ethereum-like chain, siwe takes as well', () => {
    const replaced = fc.record({
      at: fc.nat(good.length - 1),
      with: fc.oneof(
        fc.string({ maxLength: 3 }),
        fc.constantFrom('\n', '\n\n', ': ', ' ', '%', ''),
      ),
      length: fc.nat(12),
    })
    fc.assert(
      fc.property(replaced, ({ at, with: text, length }) => {
        const changed = `${good.slice(0, at)}${text}${good.slice(at + length)}`
        // siwe also asks for a checksum in the address, and for a chain that is a number.
        fc.pre(isTaken(changed) && changed.includes(address) && /Chain ID: \d+\n/.test(changed))
        fc.pre(changed.includes('your Ethereum account'))
        expect(() => new SiweMessage(changed)).not.toThrow()
      }),
      { numRuns: 1_000 },
    )
  })
})

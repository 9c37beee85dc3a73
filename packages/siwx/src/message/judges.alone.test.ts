import fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { createPublicClient, custom } from 'viem'
import { createSiweMessage, parseSiweMessage, verifySiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { challenge, fullChallenge as full } from '../../test/challenges.ts'
import { openShop } from '../../test/open-shop.ts'
import { evmWallet, textOf } from '../../test/wallets.ts'
import { SiwxError } from '../errors/siwx-error.ts'
import { issueChallenge } from '../proof/issue-challenge.ts'
import { verifyProof } from '../proof/verify-proof.ts'
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
        // Texts that only siwe refuses are left out: it also requires a checksum in the address,
        // and a chain reference that is a number.
        fc.pre(isTaken(changed) && changed.includes(address) && /Chain ID: \d+\n/.test(changed))
        fc.pre(changed.includes('your Ethereum account'))
        expect(() => new SiweMessage(changed)).not.toThrow()
      }),
      { numRuns: 200 },
    )
  })
})

describe('verifyProof', () => {
  const begin = Date.parse('2026-01-02T03:04:05.000Z')
  const cases = [
    ['a good proof', {}],
    ['another domain in the text', { change: ['shop.example wants', 'evil.example wants'] }],
    ['another nonce in the text', { change: [/Nonce: ...../, 'Nonce: 00000'] }],
    ['a text that was changed after it was signed', { swap: ['Welcome', 'Farewell'] }],
    ['another signer', { signer: evmWallet() }],
    ['one millisecond before the end', { after: 299_999 }],
    ['the end', { after: 300_000 }],
  ] as const
  test.each(cases)('behavior: siwe and viem judge the same of %s', async (_, attack) => {
    const {
      change,
      swap,
      signer = wallet,
      after = 1_000,
    } = attack as {
      readonly change?: readonly [string | RegExp, string]
      readonly swap?: readonly [string, string]
      readonly signer?: typeof wallet
      readonly after?: number
    }
    const { siwx, clock } = openShop({ statement: 'Welcome.' })
    const issued = await issueChallenge(siwx, { account: wallet.account })
    const text = textOf(issued, wallet)
    const signed = change ? text.replace(...change) : text
    const signature = (await signer.sign(signed)) as `0x${string}`
    const message = swap ? signed.replace(...swap) : signed
    clock.now = begin + after
    const time = new Date(clock.now)
    const { domain, nonce } = issued
    const bySiwe = await new SiweMessage(message)
      .verify({ signature, domain, nonce, time: time.toISOString() }, { suppressExceptions: true })
      .then(({ success }) => success)
    const client = createPublicClient({ transport: custom({ request: async () => '0x' }) })
    const byViem = await verifySiweMessage(client, { message, signature, domain, nonce, time })
    const byUs = await verifyProof(siwx, { account: wallet.account, message, signature }).then(
      () => true,
      (error) => {
        if (error instanceof SiwxError) return false
        throw error
      },
    )
    expect([bySiwe, byViem]).toEqual([byUs, byUs])
    expect(byUs).toBe(attack === cases[0][1] || attack === cases[5][1])
  })
})

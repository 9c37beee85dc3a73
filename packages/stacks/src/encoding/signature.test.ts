import { createHash } from 'node:crypto'
import { hashMessage, verifyMessageSignatureRsv } from '@stacks/encryption'
import {
  addressFromPublicKeys,
  addressToString,
  Cl,
  createStacksPublicKey,
  encodeStructuredData,
  privateKeyToPublic,
  signMessageHashRsv,
} from '@stacks/transactions'
import { describe, expect, test } from 'vitest'
import { connected, local, signal } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import { messageHash } from '../features/sign-message.ts'
import { clarity } from './clarity-value.ts'
import { checkSignature, structuredHash } from './signature.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const privateKey = `${'07'.repeat(32)}01`
const publicKey = String(privateKeyToPublic(privateKey))
const versions = { oneKey: 26, severalKeys: 21 }

describe('structuredHash', () => {
  test('default: as the library encodes SIP-018', () => {
    const domain = Cl.tuple({
      name: Cl.stringAscii('a'),
      version: Cl.stringAscii('1'),
      'chain-id': Cl.uint(1),
    })
    const message = Cl.tuple({ one: Cl.uint(1) })
    const expected = createHash('sha256')
      .update(Buffer.from(encodeStructuredData({ message, domain }), 'hex'))
      .digest('hex')
    expect(hex(structuredHash(Cl.serialize(domain), Cl.serialize(message)))).toBe(expected)
    expect(clarity.tuple({ one: clarity.uint(1n) })).toBe(Cl.serialize(message).replace(/^0x/, ''))
  })
})

describe('messageHash', () => {
  test.each([0, 252, 253, 65_535, 65_536])('default: as the library hashes %i bytes', (length) => {
    expect(hex(messageHash('x'.repeat(length)))).toBe(hex(hashMessage('x'.repeat(length))))
  })
})

describe('checkSignature', () => {
  const hash = messageHash('Hello')
  const signature = signMessageHashRsv({ messageHash: hex(hash), privateKey })
  const addressOf = (version: number) =>
    addressToString(
      addressFromPublicKeys(version, version === versions.severalKeys ? 1 : 0, 1, [
        createStacksPublicKey(publicKey),
      ]),
    )

  test.each([
    ['one key, its own', versions.oneKey],
    ['several keys, whichever signs', versions.severalKeys],
  ])(
    'default: of %s: the library says the same of it, and of it with a byte altered',
    (_, version) => {
      const isTaken = (given: string): boolean => {
        try {
          checkSignature({ address: addressOf(version), hash, signature: given, publicKey })
          return true
        } catch {
          return false
        }
      }
      const isGood = (given: string): boolean =>
        verifyMessageSignatureRsv({ message: 'Hello', signature: given, publicKey })
      expect([isTaken(signature), isGood(signature)]).toEqual([true, true])
      // r and s; the last byte serves to find the key, which is known here.
      for (let at = 0; at < 128; at += 16) {
        const byte = (Number.parseInt(signature.slice(at, at + 2), 16) ^ 1).toString(16)
        const altered = signature.slice(0, at) + byte.padStart(2, '0') + signature.slice(at + 2)
        expect([at, isTaken(altered), isGood(altered)]).toEqual([at, false, false])
      }
    },
  )

  test.each([
    { address: addressOf(versions.oneKey), hash: messageHash('Bye'), signature, publicKey },
    { address: addressOf(versions.severalKeys), hash: messageHash('Bye'), signature, publicKey },
    { address: 'ST000000000000000000002AMW42H', hash, signature, publicKey },
    { address: 'nobody', hash, signature, publicKey },
    { address: addressOf(versions.oneKey), hash, signature, publicKey: `02${'11'.repeat(32)}` },
    { address: addressOf(versions.oneKey), hash, signature: '00'.repeat(65), publicKey },
  ])('behavior: %# is refused', (parameters) => {
    expect(() => checkSignature(parameters)).toThrow(
      expect.objectContaining({ code: 'wallet-answer-invalid' }),
    )
  })
})

test('behavior: a transfer that was only signed is not taken for a sent one', async () => {
  const { connector, account } = await connected({
    verbs: { stx_transferStx: () => ({ transaction: '00'.repeat(100) }) },
  })
  const transfer = {
    from: account,
    to: 'ST000000000000000000002AMW42H',
    asset: nativeAsset(local),
    amount: 1n,
  }
  await expect(
    connector.features.transfer?.({ transfer, chain: local, signal }),
  ).rejects.toMatchObject({
    code: 'wallet-answer-invalid',
  })
})

import { createHash } from 'node:crypto'
import { hashMessage } from '@stacks/encryption'
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

  test('default: of one key its own; of several, whichever signs', () => {
    checkSignature({ address: addressOf(versions.oneKey), hash, signature, publicKey })
    checkSignature({ address: addressOf(versions.severalKeys), hash, signature, publicKey })
  })

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

import { createPrivateKey, sign } from 'node:crypto'
import { mockSolanaWallet } from '@latchkey/testing'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isSignature } from '../encoding/is-signature.ts'
import { addSignature, checkSigned, readTransaction } from './wire-transaction.ts'

const [one, two] = mockSolanaWallet().accounts
if (!one || !two) throw new Error('no accounts')

/** RFC 8410. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
function signed(message: Uint8Array, seed: number): Uint8Array {
  const der = Buffer.concat([prefix, Buffer.alloc(32, seed)])
  return Uint8Array.from(
    sign(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })),
  )
}

const message = (lead: readonly number[]) =>
  Uint8Array.from([
    ...lead,
    2,
    0,
    1,
    3,
    ...one.publicKey,
    ...two.publicKey,
    ...new Uint8Array(32),
    ...new Uint8Array(32),
    0,
    0,
  ])
const transaction = (lead: readonly number[] = [0x80]) =>
  Uint8Array.from([2, ...new Uint8Array(128), ...message(lead)])

function read(bytes: Uint8Array) {
  return readTransaction(bytes) ?? expect.unreachable()
}

describe('readTransaction', () => {
  test.each([[[0x80]], [[]]])('default: version %j', (lead) => {
    expect(read(transaction(lead))).toMatchObject({
      signers: [one.address, two.address],
      message: message(lead),
    })
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['no signature', Uint8Array.of(0, ...message([]))],
    ['another version', transaction([0x81])],
    [
      'more signatures than signers',
      Uint8Array.from([3, ...new Uint8Array(192), ...message([0x80])]),
    ],
    ['a message cut off', transaction().slice(0, 200)],
    ['more than a packet', Uint8Array.from([...transaction(), ...new Uint8Array(1232)])],
  ])('behavior: %s is none', (_, bytes) => {
    expect(readTransaction(bytes)).toBeNull()
  })

  test('behavior: no bytes make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(399), (bytes, at) => {
        readTransaction(bytes)
        const changed = transaction()
        changed.set(bytes.slice(0, 3), at % (changed.length - 3))
        readTransaction(changed)
      }),
    )
  })
})

describe('checkSigned', () => {
  test('default', async () => {
    const asked = read(transaction())
    const own = signed(asked.message, 2)
    const answered = addSignature(asked, two.address, own)
    expect(await checkSigned(asked, answered, two.address)).toEqual(own)
    expect(read(answered).signatures).toEqual([new Uint8Array(64), own])
  })

  test('behavior: what is not this very thing signed is refused', async () => {
    const asked = read(transaction())
    const own = signed(asked.message, 1)
    const half = read(addSignature(asked, two.address, signed(asked.message, 2)))
    const other = { ...asked, message: Uint8Array.from([...asked.message.slice(0, -1), 1]) }
    const answers = [
      ['another message', asked, addSignature(other, one.address, signed(other.message, 1))],
      [
        'another message under a signature of this one',
        asked,
        addSignature(other, one.address, own),
      ],
      ['no signature', asked, transaction()],
      [
        'the signature of another account',
        asked,
        addSignature(asked, one.address, signed(asked.message, 2)),
      ],
      ['somebody else’s signature gone', half, addSignature(asked, one.address, own)],
      ['no transaction', asked, new Uint8Array(10)],
    ] as const
    for (const [what, from, answered] of answers) {
      await expect(checkSigned(from, answered, one.address), what).rejects.toMatchObject({
        code: 'wallet-answer-invalid',
      })
    }
    await expect(
      checkSigned(asked, addSignature(asked, one.address, own), '1'.repeat(32)),
    ).rejects.toMatchObject({
      code: 'wallet-answer-invalid',
    })
  })
})

describe('isSignature', () => {
  test.each([
    ['the browser', () => {}],
    [
      'a browser without the curve',
      () =>
        vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new Error('no')) } }),
    ],
    ['a page that is not secure', () => vi.stubGlobal('crypto', {})],
  ])('default: by %s', async (_, stub) => {
    stub()
    const text = new TextEncoder().encode('Hi')
    const signature = signed(text, 1)
    const answers = [
      await isSignature(one.address, text, signature),
      await isSignature(two.address, text, signature),
      await isSignature(one.address, text.slice(1), signature),
      await isSignature(one.address, text, new Uint8Array(64)),
      await isSignature(one.address, text, signature.slice(1)),
      await isSignature('no address', text, signature),
    ]
    vi.unstubAllGlobals()
    expect(answers).toEqual([true, false, false, false, false, false])
  })
})

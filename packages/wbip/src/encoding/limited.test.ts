import { describe, expect, test } from 'vitest'
import type { MethodName, ParamsOf } from '../method/method-map.ts'
import { request } from '../request.ts'
import { publicKeysFault } from './limited.ts'

const address = `SP${'2'.repeat(39)}`
const key = `02${'a'.repeat(64)}`
const word = (n: number) => n.toString(16).padStart(8, '0')
const multisig = (keys: number, mode = '01') =>
  `00000000010400`.slice(0, 12) + mode + '0'.repeat(72) + word(keys) + '00'.repeat(8)

/** Whether a good wallet was asked. */
async function isAsked<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<boolean> {
  const asked: unknown[] = []
  const provider = { request: async (...args: unknown[]) => void asked.push(args) }
  const error = await request({ provider, manner: 'plain' }, method, params).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: asked.length > 0 ? 'wallet-unknown' : 'rpc-invalid-params' })
  return asked.length > 0
}

describe('limits of section 5: a bad request reaches no wallet', () => {
  const transfer = { recipient: address, amount: 1n }
  test.each([
    ['', true],
    ['x'.repeat(34), true],
    ['x'.repeat(35), false],
    ['é'.repeat(17), true],
    [`${'é'.repeat(17)}x`, false],
  ])('parameters: memo %s', async (memo, isGood) =>
    expect(await isAsked('stx_transferStx', { ...transfer, memo })).toBe(isGood),
  )

  test.each([
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    ['1a', false],
    ['', false],
  ])('parameters: contract name %#', async (name, isGood) => {
    expect(await isAsked('stx_deployContract', { name, clarityCode: '(ok true)' })).toBe(isGood)
    expect(
      await isAsked('stx_callContract', { contract: `${address}.${name}`, functionName: 'f' }),
    ).toBe(isGood)
    expect(
      await isAsked('stx_transferSip10Ft', { ...transfer, asset: `${address}.${name}::t` }),
    ).toBe(isGood)
  })

  test.each([
    ['f'.repeat(127), true],
    ['f'.repeat(128), false],
    ['<=', true],
    ['is-good?', true],
    ['f g', false],
  ])('parameters: identifier %#', async (functionName, isGood) => {
    expect(await isAsked('stx_callContract', { contract: `${address}.c`, functionName })).toBe(
      isGood,
    )
    expect(
      await isAsked('stx_transferSip10Ft', { ...transfer, asset: `${address}.c::${functionName}` }),
    ).toBe(isGood)
  })

  test.each([
    [1_048_576, true],
    [1_048_577, false],
  ])('parameters: a buffer of %i bytes', async (bytes, isGood) => {
    const hex = `02${word(bytes)}${'00'.repeat(bytes)}`
    expect(
      await isAsked('stx_callContract', {
        contract: `${address}.c`,
        functionName: 'f',
        functionArgs: [hex],
      }),
    ).toBe(isGood)
    expect(
      await isAsked('stx_transferSip9Nft', {
        recipient: address,
        asset: `${address}.c`,
        assetId: hex,
      }),
    ).toBe(isGood)
    expect(
      await isAsked('stx_signStructuredMessage', { message: hex, domain: `0c${word(0)}` }),
    ).toBe(isGood)
  })

  test.each(['01', '03', '05', '07'])(
    'parameters: public keys of a transaction hashed as %s',
    async (mode) => {
      expect(await isAsked('stx_signTransaction', { transaction: multisig(15, mode) })).toBe(true)
      expect(await isAsked('stx_signTransaction', { transaction: multisig(16, mode) })).toBe(false)
    },
  )

  test('behavior: one signer has no count of keys', async () => {
    expect(await isAsked('stx_signTransaction', { transaction: multisig(16, '00') })).toBe(true)
    expect(await isAsked('stx_signTransaction', { transaction: '00' })).toBe(false)
  })

  test('behavior: 15 public keys at most', () => {
    expect(publicKeysFault(Array(15).fill(key))).toBeUndefined()
    expect(publicKeysFault(Array(16).fill(key))).toBe(
      'P2SH multisig address can only contain up to 15 public keys',
    )
    expect(publicKeysFault([key, '05'])).toContain('keys[1]')
  })

  test.each([
    { recipient: 'nobody', amount: 1n },
    { recipient: address, amount: 0n },
    { recipient: address, amount: -1n },
    { recipient: address, amount: 1n << 64n },
    { recipient: address, amount: 1 as unknown as bigint },
    { ...transfer, fee: -1n },
    { ...transfer, postConditions: ['xyz'] },
    { ...transfer, network: 'a b' },
    undefined as never,
    [] as never,
  ])('behavior: bad transfer %#', async (params) =>
    expect(await isAsked('stx_transferStx', params)).toBe(false),
  )
})

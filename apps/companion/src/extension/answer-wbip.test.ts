import type { FamilyAddress, FamilySigner } from '@latchkey/signer'
import { describe, expect, test } from 'vitest'
import { answerWbip } from './answer-wbip.ts'
import { type Persona, personas } from './messages.ts'

const address = (
  family: 'bitcoin' | 'stacks',
  purpose: FamilyAddress['purpose'],
  name: string,
): FamilyAddress => ({
  family,
  purpose,
  address: name,
  publicKey: `key of ${name}`,
  path: `m/${name}`,
})
const all = [
  address('bitcoin', 'payment', 'pay'),
  address('bitcoin', 'ordinals', 'ord'),
  address('stacks', 'stacks', 'st'),
]
/** `psbt` in both spellings. */
const [base64, hex] = ['cHNidP8=', '70736274ff']

/** A signer that notes what reaches it; connected from the start. */
function world(persona: Persona) {
  const asked: { family: string; method: string; params?: unknown }[] = []
  const connected: unknown[] = []
  const signer = {
    granted: () => all,
    async connect(_origin: string, families: readonly string[]) {
      connected.push(families)
      return all.filter(({ family }) => families.includes(family))
    },
    revoke: (_origin: string, families: unknown) => void connected.push(['revoked', families]),
    async request({
      family,
      method,
      params,
    }: {
      family: string
      method: string
      params?: unknown
    }) {
      asked.push({ family, method, params })
      return method === 'signPsbt' ? { psbt: base64, txid: 'id' } : { txid: 'id' }
    },
  } as unknown as FamilySigner
  const ask = (method: string, params?: unknown) =>
    answerWbip(signer, persona, { origin: 'http://a', method, params })
  return { ask, asked, connected }
}
const invalid = { code: -32602 }
const unknown = { code: -32601 }

describe('answerWbip', () => {
  test.each(personas)('behavior: %s knows no other methods', async (persona) => {
    const { ask } = world(persona)
    for (const method of ['toString', '__proto__', 'eth_sign', 'request']) {
      await expect(ask(method)).rejects.toMatchObject(unknown)
    }
  })

  test('parameters: getAddresses', async () => {
    const own = {
      symbol: 'BTC',
      type: 'p2tr',
      purpose: 'ordinals',
      addressType: 'p2tr',
      address: 'ord',
    }
    const purposes = ['ordinals']
    expect(await world('companion').ask('getAddresses', { purposes })).toMatchObject({
      addresses: [own],
    })
    const leather = (await world('leather').ask('getAddresses', { purposes })) as {
      addresses: object[]
    }
    expect(leather.addresses).toHaveLength(2)
    expect(leather.addresses[0]).toEqual({
      symbol: 'BTC',
      type: 'p2wpkh',
      address: 'pay',
      publicKey: 'key of pay',
      derivationPath: 'm/pay',
    })
    const { ask, connected } = world('xverse')
    expect(
      await ask('wallet_connect', { addresses: ['stacks'], network: 'Regtest' }),
    ).toMatchObject({
      walletType: 'software',
      addresses: [{ address: 'st', purpose: 'stacks', addressType: 'stacks' }],
    })
    expect(connected).toEqual([['stacks']])
    await expect(ask('wallet_connect', { network: 'Mainnet' })).rejects.toMatchObject(invalid)
    await expect(world('leather').ask('wallet_connect')).rejects.toMatchObject(unknown)
  })

  test('parameters: sendTransfer', async () => {
    const transfer = (amount: unknown) => ({ recipients: [{ address: 'a', amount }] })
    const outcomes = personas.map(async (persona) => {
      const tries = ['1', 1].map((amount) => world(persona).ask('sendTransfer', transfer(amount)))
      return (await Promise.allSettled(tries)).map(({ status }) => status === 'fulfilled')
    })
    expect(await Promise.all(outcomes)).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ])
  })

  test('parameters: signPsbt', async () => {
    const leather = world('leather')
    const given = { hex, signAtIndex: 1, allowedSighash: [1], broadcast: true }
    expect(await leather.ask('signPsbt', given)).toEqual({ hex, txid: 'id' })
    expect(leather.asked[0]?.params).toEqual({
      psbt: base64,
      inputs: [{ index: 1, sighashes: [1] }],
      broadcast: true,
    })
    await expect(leather.ask('signPsbt', { psbt: base64 })).rejects.toMatchObject(invalid)

    const xverse = world('xverse')
    expect(await xverse.ask('signPsbt', { psbt: base64, signInputs: { pay: [0, 2] } })).toEqual({
      psbt: base64,
      txid: 'id',
    })
    expect(xverse.asked[0]?.params).toMatchObject({
      inputs: [
        { index: 0, address: 'pay' },
        { index: 2, address: 'pay' },
      ],
    })
    await expect(xverse.ask('signPsbt', { psbt: base64, signInputs: [0] })).rejects.toMatchObject(
      invalid,
    )

    const own = world('companion')
    await own.ask('signPsbt', {
      psbt: base64,
      signInputs: [3, { index: 4, address: 'ord' }],
      allowedSighash: ['ALL'],
    })
    expect(own.asked[0]?.params).toMatchObject({
      inputs: [
        { index: 3, sighashes: [1] },
        { index: 4, address: 'ord', sighashes: [1] },
      ],
    })
  })

  test('parameters: signMessage', async () => {
    const leather = world('leather')
    await leather.ask('signMessage', { message: 'a', paymentType: 'p2tr' })
    expect(leather.asked[0]?.params).toEqual({ message: 'a', protocol: 'BIP322', address: 'ord' })
    const xverse = world('xverse')
    await xverse.ask('signMessage', { message: 'a', address: 'pay', protocol: 'ECDSA' })
    expect(xverse.asked[0]?.params).toEqual({ message: 'a', protocol: 'ECDSA', address: 'pay' })
  })

  test('parameters: stx_signMessage, stx_signTransaction', async () => {
    const message = { message: 'a', publicKey: 'key of st' }
    await expect(world('leather').ask('stx_signMessage', message)).rejects.toMatchObject(invalid)
    await expect(world('xverse').ask('stx_signMessage', { message: 'a' })).rejects.toMatchObject(
      invalid,
    )
    expect(await world('xverse').ask('stx_signMessage', message)).toEqual({ txid: 'id' })
    const broadcasts = await Promise.all(
      personas.map(async (persona) => {
        const { ask, asked } = world(persona)
        await ask('stx_signTransaction', { transaction: '00', network: 'testnet' })
        return asked[0]?.params
      }),
    )
    expect(broadcasts).toEqual([
      { transaction: '00' },
      { transaction: '00', broadcast: false },
      { transaction: '00', broadcast: true },
    ])
  })

  test('behavior: Xverse asks for access, is left, and goes to no other network', async () => {
    const { ask, connected } = world('xverse')
    expect(await ask('wallet_requestPermissions')).toBe(true)
    expect(await ask('wallet_disconnect')).toBeNull()
    expect(await ask('wallet_changeNetwork', { name: 'Regtest' })).toBeNull()
    await expect(ask('wallet_changeNetwork', { name: 'Mainnet' })).rejects.toMatchObject({
      code: -32603,
    })
    expect(connected).toEqual([
      ['bitcoin', 'stacks'],
      ['revoked', ['bitcoin', 'stacks']],
    ])
  })
})

import { base64urlnopad } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { verifyMessage } from 'ethers'
import { describe, expect, test } from 'vitest'
import { publicKeysOf } from '../keys/public-keys.ts'
import { masterOf } from '../keys/words.ts'
import { payloadHash, type ShownRequest } from '../payload-hash.ts'
import { open, seal, suite } from '../seal.ts'
import { create } from './create.ts'
import { type Exported, exportWallet } from './export.ts'
import type { AskSealed } from './message.ts'
import { recover } from './recover.ts'
import { hashOfKey, packRecovery, unpackRecovery } from './recovery-share.ts'
import { signForBitcoin } from './sign-bitcoin.ts'
import { signForEvm } from './sign-evm.ts'
import { signForSolana } from './sign-solana.ts'
import { split } from './split.ts'

const nobody: AskSealed = async () => {
  throw new Error('not asked')
}
/** What the gateway does with a share. */
const gateway =
  (share: Uint8Array): AskSealed =>
  async (sealTo) => ({ signIn: await seal('release', base64urlnopad.decode(sealTo), share) })
const none = { keys: [], byOperator: false }
const made = await create(none, nobody)
const device = () => made.device.slice()
const other = await create(none, nobody)

/** A recovery key and how a window opens what is sealed to it. */
async function recoveryKey() {
  const pair = await suite().kem.generateKeyPair()
  const key = base64urlnopad.encode(new Uint8Array(await suite().kem.serializePublicKey(pair.publicKey)))
  return { key, opened: (sealed: string) => open('recovery', pair, base64urlnopad.decode(sealed)) }
}

describe('create', () => {
  test('default: shares and public keys, and nothing that is the seed', async () => {
    expect(Object.keys(made).sort()).toEqual(['addresses', 'device', 'hashes', 'publics', 'sealed', 'signIn'])
    expect(other.publics).not.toEqual(made.publics)
  })

  test('parameters: byOperator', async () => {
    const { forOperator, signIn, publics } = await create({ keys: [], byOperator: true }, nobody)
    const ask: AskSealed = async (sealTo) => ({
      ...(await gateway(signIn)(sealTo)),
      recovery: await seal('recovery', base64urlnopad.decode(sealTo), forOperator ?? new Uint8Array()),
    })
    expect((await recover({ publics, keys: [], byOperator: true }, ask)).publics).toEqual(publics)
  })
})

describe('split', () => {
  test('default: new shares of the same wallet, which fit the old ones no more', async () => {
    const next = await split({ device: device(), publics: made.publics, ...none }, gateway(made.signIn))
    expect(next.publics).toEqual(made.publics)
    const again = split({ device: next.device.slice(), publics: made.publics, ...none }, gateway(next.signIn))
    expect((await again).publics).toEqual(made.publics)
    const mixed = split({ device: next.device.slice(), publics: made.publics, ...none }, gateway(made.signIn))
    await expect(mixed).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })

  test('behavior: every byte of a tampered share is noticed, and nothing is split', async () => {
    for (const at of [0, 15, 31, 32]) {
      const bent = made.signIn.map((byte, i) => (i === at ? byte ^ 1 : byte))
      const tried = split({ device: device(), publics: made.publics, ...none }, gateway(bent))
      await expect(tried, String(at)).rejects.toMatchObject({ code: 'wallet-unopenable' })
    }
  })

  test('behavior: the share handed in is overwritten', async () => {
    const given = device()
    await split({ device: given, publics: made.publics, ...none }, gateway(made.signIn))
    expect(given).toEqual(new Uint8Array(given.length))
  })

  test('behavior: a share sealed to another worker, or for another purpose, is refused', async () => {
    const { key } = await recoveryKey()
    const elsewhere: AskSealed = async () => ({
      signIn: await seal('release', base64urlnopad.decode(key), made.signIn),
    })
    const wrongly: AskSealed = async (to) => ({
      signIn: await seal('recovery', base64urlnopad.decode(to), made.signIn),
    })
    for (const ask of [elsewhere, wrongly])
      await expect(split({ device: device(), publics: made.publics, ...none }, ask)).rejects.toMatchObject({
        code: 'wallet-unopenable',
      })
  })
})

describe('recover', () => {
  test('default: with the key it was sealed to; a key slipped into a database gets nothing', async () => {
    const [own, second, slipped] = [await recoveryKey(), await recoveryKey(), await recoveryKey()]
    const keys = [own.key, second.key]
    const whole = await split(
      { device: device(), publics: made.publics, keys, byOperator: false },
      gateway(made.signIn),
    )
    const ask: AskSealed = async (sealTo) => ({
      ...(await gateway(whole.signIn)(sealTo)),
      recovery: await seal('recovery', base64urlnopad.decode(sealTo), await second.opened(whole.sealed[1] ?? '')),
    })
    const input = { publics: made.publics, keys: [slipped.key, ...keys], byOperator: false }
    const next = await recover(input, ask)
    expect(next.publics).toEqual(made.publics)
    expect(next.sealed.map(Boolean)).toEqual([false, true, true])
    expect(next.hashes).toEqual(keys.map(hashOfKey))
    const ours = unpackRecovery(await own.opened(next.sealed[1] ?? ''))
    expect([ours.share.length, ours.hashes]).toEqual([33, keys.map(hashOfKey)])
  })

  test('behavior: the recovery share of another wallet makes none', async () => {
    const { key, opened } = await recoveryKey()
    const input = { device: other.device.slice(), publics: other.publics, keys: [key], byOperator: false }
    const theirs = await split(input, gateway(other.signIn))
    const ask: AskSealed = async (sealTo) => ({
      ...(await gateway(made.signIn)(sealTo)),
      recovery: await seal('recovery', base64urlnopad.decode(sealTo), await opened(theirs.sealed[0] ?? '')),
    })
    await expect(recover({ publics: made.publics, ...none }, ask)).rejects.toMatchObject({ code: 'wallet-unopenable' })
    await expect(recover({ publics: made.publics, ...none }, gateway(made.signIn))).rejects.toMatchObject({
      code: 'recovery-failed',
    })
  })

  test.each([0, 32, 34, 33 + 31, 33 + 33 * 32])('behavior: a recovery share of %i bytes is none', (length) => {
    expect(() => unpackRecovery(new Uint8Array(length))).toThrow('wallet-unopenable')
    expect(unpackRecovery(packRecovery(new Uint8Array(33), ['ab'.repeat(32)])).hashes).toEqual(['ab'.repeat(32)])
  })
})

describe('exportWallet', () => {
  test('default: words that give the same wallet in a library of others', async () => {
    const pair = await suite().kem.generateKeyPair()
    const sealTo = base64urlnopad.encode(new Uint8Array(await suite().kem.serializePublicKey(pair.publicKey)))
    const input = { publics: made.publics, device: device(), sealTo }
    const plain = await open('export', pair, base64urlnopad.decode(await exportWallet(input, gateway(made.signIn))))
    const { words, keys }: Exported = JSON.parse(new TextDecoder().decode(plain))
    expect(publicKeysOf(await masterOf(mnemonicToEntropy(words, wordlist)))).toEqual(made.publics)
    expect(keys.eip155).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('behavior: nothing comes of shares that do not fit', async () => {
    const tried = exportWallet({ publics: made.publics, device: device(), sealTo: '' }, gateway(other.signIn))
    await expect(tried).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })
})

describe('signWith', () => {
  const evm = made.addresses.eip155
  const request: ShownRequest = { chain: 'eip155:31337', method: 'personal_sign', params: ['Hello', evm] }
  const input = async (shown = request, more: object = {}) => ({
    ...{ request: shown, payload: await payloadHash(shown), address: evm, publicKey: made.publics.eip155 },
    device: device(),
    ...more,
  })

  test('default', async () => {
    expect(verifyMessage('Hello', await signForEvm(await input(), gateway(made.signIn)))).toBe(evm)
  })

  test('behavior: another request than was approved is not signed, and no share is asked for', async () => {
    const shown = { ...request, params: ['Hello, all', evm] }
    const tried = signForEvm({ ...(await input()), request: shown }, nobody)
    await expect(tried).rejects.toMatchObject({ code: 'request-not-allowed' })
  })

  test('behavior: the shares of another account sign nothing', async () => {
    const tried = signForEvm(await input(request, { device: other.device.slice() }), gateway(other.signIn))
    await expect(tried).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })

  test.each<[string, unknown]>([
    ['personal_sign', ['Hello', other.addresses.eip155]],
    ['personal_sign', [5, evm]],
    ['eth_sign', [evm, 'Hello']],
    ['eth_signTypedData_v4', [evm, '{']],
    ['eth_sendTransaction', [{ from: evm, to: evm, gas: '0x1', nonce: '0x0' }]],
    ['eth_sendTransaction', [{ from: evm, to: evm, gas: '0x1', nonce: '0x0', gasPrice: '0x1', chainId: '0x1' }]],
    ['eth_sendTransaction', [{ from: evm, to: 'me', gas: '0x1', nonce: '0x0', gasPrice: '0x1' }]],
    ['eth_sendTransaction', []],
  ])('behavior: %s of %j is refused before any share is asked for', async (method, params) => {
    const tried = signForEvm(await input({ chain: 'eip155:31337', method, params }), nobody)
    await expect(tried).rejects.toMatchObject({ code: 'rpc-invalid-params' })
  })

  test('behavior: typed data for another chain is refused', async () => {
    const types = { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Mail: [{ name: 'text', type: 'string' }] }
    const typed = { domain: { chainId: 1 }, types, primaryType: 'Mail', message: { text: 'Hello' } }
    const params = [evm, JSON.stringify(typed)]
    const tried = signForEvm(await input({ chain: 'eip155:31337', method: 'eth_signTypedData_v4', params }), nobody)
    await expect(tried).rejects.toMatchObject({ code: 'rpc-invalid-params' })
  })

  test('behavior: a transaction of Solana is no message, and is signed as what it is', async () => {
    const { solana } = made.addresses
    const { base58, base64 } = await import('@scure/base')
    const message = Uint8Array.of(1, 0, 1, 2, ...base58.decode(solana), ...new Uint8Array(32 + 32), 0)
    const shown = (method: string, params: object) => ({ chain: 'solana:localnet' as const, method, params })
    const sign = async (asked: ShownRequest, ask = gateway(made.signIn)) =>
      signForSolana({ ...(await input(asked)), address: solana, publicKey: made.publics.solana }, ask)
    const asMessage = shown('solana_signMessage', { message: base58.encode(message), pubkey: solana })
    await expect(sign(asMessage, nobody)).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    const wire = base64.encode(Uint8Array.of(1, ...new Uint8Array(64), ...message))
    const signed = await sign(shown('solana_signTransaction', { transaction: wire, pubkey: solana }))
    expect(base64.decode(signed.transaction ?? '').slice(65)).toEqual(message)
    expect(base64.decode(signed.transaction ?? '').slice(1, 65)).toEqual(base58.decode(signed.signature))
    const text = shown('solana_signMessage', { message: base58.encode(new TextEncoder().encode('Hello')) })
    expect(base58.decode((await sign(text)).signature)).toHaveLength(64)
  })

  test('behavior: Bitcoin’s test networks are signed for by the key of their own', async () => {
    const address = made.addresses.bip122.bcrt
    const shown: ShownRequest = {
      chain: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      method: 'signMessage',
      params: { account: address, address, message: 'Hello', protocol: 'ecdsa' },
    }
    const whole = { ...(await input(shown)), address, publicKey: made.publics.bip122Test }
    expect(await signForBitcoin(whole, gateway(made.signIn))).toMatchObject({ signature: expect.any(String) })
    const mixed = { ...(await input(shown)), address, publicKey: made.publics.bip122 }
    await expect(signForBitcoin(mixed, gateway(made.signIn))).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })
})

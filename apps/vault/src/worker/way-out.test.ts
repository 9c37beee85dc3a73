import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto'
import { base58, base64urlnopad } from '@scure/base'
import { payments } from 'bitcoinjs-lib'
import { computeAddress, getBytes, HDNodeWallet, Mnemonic } from 'ethers'
import { describe, expect, test } from 'vitest'
import { cipherSuite, openSecret, sealSecret } from '../seal.ts'
import { createWallet } from './create-wallet.ts'
import { type ExportedWallet, exportWallet } from './export.ts'
import type { SplitRequest, SplitResult } from './make-split.ts'
import type { AskSealedShares } from './message.ts'
import { splitWallet } from './split-wallet.ts'

const nobody: AskSealedShares = async () => {
  throw new Error('not asked')
}
const none: SplitRequest = {
  account: 'a1',
  deviceId: 'd1',
  expects: null,
  kept: [],
  added: [],
  byOperator: false,
}
const signInOf = ({ split: { share } }: SplitResult): Uint8Array => base64urlnopad.decode(share)

/** A P-256 key of a visitor's secret, and its public half as it goes over the wire. */
async function keyPair() {
  const pair = await cipherSuite().kem.generateKeyPair()
  const publicKey = base64urlnopad.encode(
    new Uint8Array(await cipherSuite().kem.serializePublicKey(pair.publicKey)),
  )
  return { pair, publicKey }
}

/** A wallet with a password, and how its window hands the recovery share on. */
async function owner() {
  const made = await createWallet(none, nobody)
  const { pair, publicKey } = await keyPair()
  const method = {
    kind: 'password',
    publicKey,
    salt: 'abcd',
    memory: 65_536,
    passes: 3,
    lanes: 1,
  } as const
  const whole = await splitWallet(
    { ...none, added: [method], device: made.device.slice(), publics: made.publics },
    async (to) => ({
      signIn: await sealSecret('release', base64urlnopad.decode(to), signInOf(made)),
    }),
  )
  const recovery = async () =>
    openSecret('recovery', pair, base64urlnopad.decode(whole.split.recovery[0]?.sealed ?? ''))
  const window: AskSealedShares = async (to) => ({
    recovery: await sealSecret('recovery', base64urlnopad.decode(to), await recovery()),
  })
  return { made, whole, recovery, window, device: () => whole.device.slice() }
}
const who = await owner()

/**
 * The accounts of 24 words, by other libraries: ethers, bitcoinjs-lib, and SLIP-10 by Node's own
 * HMAC and Ed25519.
 */
function elsewhere(words: string) {
  const at = (path: string) => HDNodeWallet.fromPhrase(words, '', path)
  const pubkey = getBytes(at("m/84'/0'/0'/0/0").publicKey)
  const hmac = (key: string | Buffer, data: Buffer): Buffer =>
    createHmac('sha512', key).update(data).digest()
  const steps = [44, 501, 0, 0]
  const ed = steps.reduce(
    (parent, step) => {
      const index = Buffer.alloc(4)
      index.writeUInt32BE(step + 0x8000_0000)
      return hmac(
        parent.subarray(32),
        Buffer.concat([Buffer.alloc(1), parent.subarray(0, 32), index]),
      )
    },
    hmac('ed25519 seed', Buffer.from(getBytes(Mnemonic.fromPhrase(words).computeSeed()))),
  )
  return {
    eip155: at("m/44'/60'/0'/0/0").address,
    bitcoin: payments.p2wpkh({ pubkey }).address,
    solana: base58.encode(edPublic(ed.subarray(0, 32))),
  }
}

function edPublic(seed: Uint8Array): Uint8Array {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const spki = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  return new Uint8Array(spki.export({ format: 'der', type: 'spki' }).subarray(-32))
}

const exported = async (device: Uint8Array, ask: AskSealedShares, { publics } = who.made) => {
  const { pair, publicKey: sealTo } = await keyPair()
  const sealed = await exportWallet({ publics, device, isWayOut: true, sealTo }, ask)
  const plain = await openSecret('export', pair, base64urlnopad.decode(sealed))
  return JSON.parse(new TextDecoder().decode(plain)) as ExportedWallet
}

describe('exportWallet without a sign-in', () => {
  test('default: this device’s share and the recovery share give words and keys that other libraries make the same accounts of', async () => {
    const { words, keys } = await exported(who.device(), who.window)
    const { eip155, solana, bip122 } = who.made.addresses
    expect(elsewhere(words)).toEqual({ eip155, solana, bitcoin: bip122.bc })
    expect(computeAddress(keys.eip155)).toBe(eip155)
    const secret = base58.decode(keys.solana)
    expect([secret.length, base58.encode(edPublic(secret.subarray(0, 32)))]).toEqual([64, solana])
  })

  test('behavior: the sign-in share is of no use in the place of the recovery share, nor a share of another split', async () => {
    const other = await owner()
    const wrong: readonly (readonly [string, AskSealedShares])[] = [
      ['no share', async () => ({})],
      [
        'the sign-in share alone',
        async (to) => ({
          signIn: await sealSecret('release', base64urlnopad.decode(to), signInOf(who.whole)),
        }),
      ],
      [
        'sealed as a sign-in share',
        async (to) => ({
          recovery: await sealSecret('release', base64urlnopad.decode(to), await who.recovery()),
        }),
      ],
      [
        'sealed to another',
        async () => ({
          recovery: await sealSecret(
            'recovery',
            base64urlnopad.decode((await keyPair()).publicKey),
            await who.recovery(),
          ),
        }),
      ],
      ['of another wallet', other.window],
      [
        'of an older split',
        async (to) => ({
          recovery: await sealSecret('recovery', base64urlnopad.decode(to), signInOf(who.made)),
        }),
      ],
      [
        'bent',
        async (to) => ({
          recovery: await sealSecret(
            'recovery',
            base64urlnopad.decode(to),
            (await who.recovery()).map((byte, i) => (i === 7 ? byte ^ 1 : byte)),
          ),
        }),
      ],
    ]
    for (const [name, ask] of wrong) {
      await expect(exported(who.device(), ask), name).rejects.toMatchObject({
        code: 'wallet-unopenable',
      })
    }
    await expect(exported(who.made.device.slice(), who.window)).rejects.toMatchObject({
      code: 'wallet-unopenable',
    })
    // Another wallet than this device knows is none, though its shares fit.
    await expect(exported(other.device(), other.window)).rejects.toMatchObject({
      code: 'wallet-unopenable',
    })
  })

  test('behavior: the share handed in is overwritten', async () => {
    const given = who.device()
    await exported(given, who.window)
    expect(given).toEqual(new Uint8Array(given.length))
  })
})

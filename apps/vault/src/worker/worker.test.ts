import { type KeptRecovery, methodStatement, splitStatement } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { sha256 as ethersSha256, hexlify, SigningKey, toUtf8Bytes, verifyMessage } from 'ethers'
import { describe, expect, test, vi } from 'vitest'
import { publicKeysOfMaster } from '../keys/public-keys.ts'
import { joinShares } from '../keys/split-seed.ts'
import { deriveMasterSeed } from '../keys/words.ts'
import { payloadHash, type ShownRequest } from '../payload-hash.ts'
import { cipherSuite, openSecret, sealSecret } from '../seal.ts'
import { createWallet } from './create-wallet.ts'
import { type ExportedWallet, exportWallet } from './export.ts'
import type { SplitRequest, SplitResult } from './make-split.ts'
import type { AskSealedShares } from './message.ts'
import { recoverWallet } from './recover-wallet.ts'
import { signForBitcoin } from './sign-bitcoin.ts'
import { signForEvm } from './sign-evm.ts'
import { signForSolana } from './sign-solana.ts'
import { signWithMasterSeed } from './sign-with.ts'
import { splitWallet } from './split-wallet.ts'

const nobody: AskSealedShares = async () => {
  throw new Error('not asked')
}
/** What the gateway does with a share. */
const gateway =
  (share: Uint8Array): AskSealedShares =>
  async (sealTo) => ({ signIn: await sealSecret('release', base64urlnopad.decode(sealTo), share) })
const none: SplitRequest = {
  account: 'a1',
  deviceId: 'd1',
  expects: null,
  kept: [],
  added: [],
  byOperator: false,
}
const signInOf = ({ split: { share } }: SplitResult): Uint8Array => base64urlnopad.decode(share)
const made = await createWallet(none, nobody)
const device = () => made.device.slice()
const other = await createWallet(none, nobody)

/** Makes a recovery key; `opened` opens what is encrypted for it, as a window would. */
async function recoveryKey() {
  const pair = await cipherSuite().kem.generateKeyPair()
  const publicKey = base64urlnopad.encode(
    new Uint8Array(await cipherSuite().kem.serializePublicKey(pair.publicKey)),
  )
  const method = {
    kind: 'password',
    publicKey,
    salt: 'abcd',
    memory: 65_536,
    passes: 3,
    lanes: 1,
  } as const
  return {
    method,
    opened: (sealed: string) => openSecret('recovery', pair, base64urlnopad.decode(sealed)),
  }
}

/** Another library’s word on whether the wallet signed a statement. */
function signerOf(statement: string, signature: string): readonly string[] {
  const bytes = base64urlnopad.decode(signature)
  const [r, s] = [hexlify(bytes.slice(0, 32)), hexlify(bytes.slice(32))]
  const points = ([27, 28] as const).map((v) =>
    SigningKey.recoverPublicKey(ethersSha256(toUtf8Bytes(statement)), { r, s, v }),
  )
  return points.map((point) => SigningKey.computePublicKey(point, true).slice(2))
}

/** The methods of a split as a gateway keeps them. */
const keptOf = ({ split: { recovery } }: SplitResult): KeptRecovery[] =>
  recovery.map(({ sealed: _, ...method }, at) => ({ ...method, id: `m${at}` }) as KeptRecovery)

describe('signWith', () => {
  test.each([false, true])(
    'behavior: seed and master are overwritten before anything is signed, the key after it; it failed: %s',
    async (isFailing) => {
      const request: ShownRequest = {
        chain: 'eip155:1',
        method: 'personal_sign',
        params: ['Hello', 'a'],
      }
      const entropy = await joinShares(device(), signInOf(made))
      const master = await deriveMasterSeed(entropy)
      const [key, seen] = [
        new Uint8Array(32).fill(7),
        { master: new Uint8Array(1), atSigning: [] as boolean[] },
      ]
      const isZero = (bytes: Uint8Array | undefined): boolean =>
        bytes?.every((byte) => byte === 0) === true
      const wiped: { readonly before: Uint8Array; readonly bytes: Uint8Array }[] = []
      const { fill } = Uint8Array.prototype
      const spy = vi.spyOn(Uint8Array.prototype, 'fill').mockImplementation(function (
        this: Uint8Array,
        ...how
      ) {
        wiped.push({ before: this.slice(), bytes: this })
        return fill.apply(this, how) as never
      })
      const signing = signWithMasterSeed(
        {
          request,
          payload: await payloadHash(request),
          address: 'a',
          publicKey: 'p',
          device: device(),
        },
        gateway(signInOf(made)),
        {
          derive: (given) => {
            expect(given).toEqual(master)
            seen.master = given as Uint8Array<ArrayBuffer>
            return key
          },
          publicKeyOf: () => 'p',
          sign: () => {
            const seed = wiped.find(({ before }) =>
              Buffer.from(before).equals(Buffer.from(entropy)),
            )
            seen.atSigning = [isZero(seed?.bytes), isZero(seen.master), isZero(key)]
            if (isFailing) throw new Error('failed')
            return 'signed'
          },
        },
      )
      const ended = await signing
        .catch(({ message }: Error) => message)
        .finally(() => spy.mockRestore())
      expect(ended).toBe(isFailing ? 'failed' : 'signed')
      expect(seen.atSigning).toEqual([true, true, false])
      expect(isZero(key)).toBe(true)
    },
  )
})

describe('createWallet', () => {
  test('default: shares and public keys, and nothing that is the seed', async () => {
    expect(Object.keys(made).sort()).toEqual(['addresses', 'device', 'publics', 'split'])
    expect(Object.keys(made.split).sort()).toEqual([
      'expects',
      'publics',
      'recovery',
      'share',
      'signature',
    ])
    expect(other.publics).not.toEqual(made.publics)
  })

  test('behavior: the wallet has signed all of it, as ethers judges', () => {
    const of = { account: 'a1', device: 'd1' }
    expect(signerOf(splitStatement(of, made.split), made.split.signature)).toContain(
      made.publics.eip155,
    )
    expect(signerOf(splitStatement(of, other.split), made.split.signature)).not.toContain(
      made.publics.eip155,
    )
    const elsewhere = splitStatement({ ...of, device: 'd2' }, made.split)
    expect(signerOf(elsewhere, made.split.signature)).not.toContain(made.publics.eip155)
  })

  test('parameters: byOperator', async () => {
    const whole = await createWallet({ ...none, byOperator: true }, nobody)
    const [operator] = whole.split.recovery
    expect(operator).toEqual({ kind: 'operator', sealed: expect.any(String) })
    const ask: AskSealedShares = async (sealTo) => ({
      ...(await gateway(signInOf(whole))(sealTo)),
      recovery: await sealSecret(
        'recovery',
        base64urlnopad.decode(sealTo),
        base64urlnopad.decode(operator?.sealed ?? '') as Uint8Array<ArrayBuffer>,
      ),
    })
    expect((await recoverWallet({ ...none, publics: whole.publics }, ask)).publics).toEqual(
      whole.publics,
    )
  })
})

describe('splitWallet', () => {
  test('default: new shares of the same wallet, which fit the old ones no more', async () => {
    const next = await splitWallet(
      { device: device(), publics: made.publics, ...none },
      gateway(signInOf(made)),
    )
    expect(next.publics).toEqual(made.publics)
    const again = splitWallet(
      { device: next.device.slice(), publics: made.publics, ...none },
      gateway(signInOf(next)),
    )
    expect((await again).publics).toEqual(made.publics)
    const mixed = splitWallet(
      { device: next.device.slice(), publics: made.publics, ...none },
      gateway(signInOf(made)),
    )
    await expect(mixed).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })

  test('behavior: every byte of a tampered share is noticed, and nothing is split', async () => {
    for (const at of [0, 15, 31, 32]) {
      const bent = signInOf(made).map((byte, i) => (i === at ? byte ^ 1 : byte))
      const tried = splitWallet({ device: device(), publics: made.publics, ...none }, gateway(bent))
      await expect(tried, String(at)).rejects.toMatchObject({ code: 'wallet-unopenable' })
    }
  })

  test.each(['eip155', 'solana', 'bip122'] as const)(
    'behavior: known public keys of which %s is another wallet’s stop the split',
    async (family) => {
      const publics = { ...made.publics, [family]: other.publics[family] }
      const tried = splitWallet({ device: device(), publics, ...none }, gateway(signInOf(made)))
      await expect(tried).rejects.toMatchObject({ code: 'wallet-unopenable' })
    },
  )

  test('behavior: the share handed in is overwritten', async () => {
    const given = device()
    await splitWallet({ device: given, publics: made.publics, ...none }, gateway(signInOf(made)))
    expect(given).toEqual(new Uint8Array(given.length))
  })

  test('behavior: a share sealed to another worker, or for another purpose, is refused', async () => {
    const { method } = await recoveryKey()
    const elsewhere: AskSealedShares = async () => ({
      signIn: await sealSecret('release', base64urlnopad.decode(method.publicKey), signInOf(made)),
    })
    const wrongly: AskSealedShares = async (to) => ({
      signIn: await sealSecret('recovery', base64urlnopad.decode(to), signInOf(made)),
    })
    for (const ask of [elsewhere, wrongly]) {
      await expect(
        splitWallet({ device: device(), publics: made.publics, ...none }, ask),
      ).rejects.toMatchObject({
        code: 'wallet-unopenable',
      })
    }
  })

  test('behavior: more than ten ways to recover are refused', async () => {
    const { method } = await recoveryKey()
    const added = Array.from({ length: 11 }, () => method)
    const tried = splitWallet(
      { ...none, added, device: device(), publics: made.publics },
      gateway(signInOf(made)),
    )
    await expect(tried).rejects.toMatchObject({ code: 'vault-refused' })
  })
})

describe('recoverWallet', () => {
  test('default: seals to what the wallet vouched for on whichever device; what was slipped into a database gets nothing', async () => {
    const [own, second, slipped] = [await recoveryKey(), await recoveryKey(), await recoveryKey()]
    const input = { ...none, device: device(), publics: made.publics }
    const whole = await splitWallet(
      { ...input, added: [own.method, second.method] },
      gateway(signInOf(made)),
    )
    const [first] = keptOf(whole)
    const ask: AskSealedShares = async (sealTo) => ({
      ...(await gateway(signInOf(whole))(sealTo)),
      split: 's9',
      recovery: await sealSecret(
        'recovery',
        base64urlnopad.decode(sealTo),
        await second.opened(whole.split.recovery[1]?.sealed ?? ''),
      ),
    })
    const kept = [
      { ...slipped.method, id: 'none' },
      // Another's word, and a word for something else.
      { ...slipped.method, id: 'moved', vouch: first?.vouch ?? '' },
      { ...own.method, memory: 19_456, id: 'weaker', vouch: first?.vouch ?? '' },
      { ...own.method, id: 'odd', vouch: '*' },
      ...keptOf(whole),
    ]
    const next = await recoverWallet({ ...none, publics: made.publics, kept }, ask)
    expect([next.publics, next.split.recovered]).toEqual([made.publics, 's9'])
    expect(next.split.recovery.map(({ id }) => id)).toEqual(['m0', 'm1'])
    expect(await own.opened(next.split.recovery[0]?.sealed ?? '')).toHaveLength(33)
    const of = { account: 'a1', device: 'd1' }
    expect(signerOf(splitStatement(of, next.split), next.split.signature)).toContain(
      made.publics.eip155,
    )
    const word = next.split.recovery[1]?.vouch ?? ''
    expect(signerOf(methodStatement('a1', second.method), word)).toContain(made.publics.eip155)
    // Not of another account.
    const moved = await recoverWallet({ ...none, account: 'a2', publics: made.publics, kept }, ask)
    expect(moved.split.recovery).toEqual([])
  })

  test('behavior: the recovery share of another wallet makes none', async () => {
    const { method, opened } = await recoveryKey()
    const input = { ...none, device: other.device.slice(), publics: other.publics, added: [method] }
    const theirs = await splitWallet(input, gateway(signInOf(other)))
    const ask: AskSealedShares = async (sealTo) => ({
      ...(await gateway(signInOf(made))(sealTo)),
      recovery: await sealSecret(
        'recovery',
        base64urlnopad.decode(sealTo),
        await opened(theirs.split.recovery[0]?.sealed ?? ''),
      ),
    })
    await expect(recoverWallet({ publics: made.publics, ...none }, ask)).rejects.toMatchObject({
      code: 'wallet-unopenable',
    })
    await expect(
      recoverWallet({ publics: made.publics, ...none }, gateway(signInOf(made))),
    ).rejects.toMatchObject({
      code: 'recovery-failed',
    })
  })
})

describe('exportWallet', () => {
  test('default: words that give the same wallet in a library of others', async () => {
    const pair = await cipherSuite().kem.generateKeyPair()
    const sealTo = base64urlnopad.encode(
      new Uint8Array(await cipherSuite().kem.serializePublicKey(pair.publicKey)),
    )
    const input = { publics: made.publics, device: device(), sealTo }
    const plain = await openSecret(
      'export',
      pair,
      base64urlnopad.decode(await exportWallet(input, gateway(signInOf(made)))),
    )
    const { words, keys }: ExportedWallet = JSON.parse(new TextDecoder().decode(plain))
    expect(publicKeysOfMaster(await deriveMasterSeed(mnemonicToEntropy(words, wordlist)))).toEqual(
      made.publics,
    )
    expect(keys.eip155).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('behavior: nothing comes of shares that do not fit', async () => {
    const tried = exportWallet(
      { publics: made.publics, device: device(), sealTo: '' },
      gateway(signInOf(other)),
    )
    await expect(tried).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })
})

describe('signWith', () => {
  const evm = made.addresses.eip155
  const request: ShownRequest = {
    chain: 'eip155:31337',
    method: 'personal_sign',
    params: ['Hello', evm],
  }
  const input = async (shown = request, more: object = {}) => ({
    request: shown,
    payload: await payloadHash(shown),
    address: evm,
    publicKey: made.publics.eip155,
    device: device(),
    ...more,
  })

  test('default', async () => {
    const signed = (await signForEvm(await input(), gateway(signInOf(made)))) as string
    expect(verifyMessage('Hello', signed)).toBe(evm)
  })

  test('behavior: another request than was approved is not signed, and no share is asked for', async () => {
    const shown = { ...request, params: ['Hello, all', evm] }
    const tried = signForEvm({ ...(await input()), request: shown }, nobody)
    await expect(tried).rejects.toMatchObject({ code: 'request-not-allowed' })
  })

  test('behavior: the shares of another account sign nothing', async () => {
    const tried = signForEvm(
      await input(request, { device: other.device.slice() }),
      gateway(signInOf(other)),
    )
    await expect(tried).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })

  test.each<[string, unknown]>([
    ['personal_sign', ['Hello', other.addresses.eip155]],
    ['personal_sign', [5, evm]],
    ['eth_sign', [evm, 'Hello']],
    ['eth_signTypedData_v4', [evm, '{']],
    ['eth_sendTransaction', [{ from: evm, to: evm, gas: '0x1', nonce: '0x0' }]],
    [
      'eth_sendTransaction',
      [{ from: evm, to: evm, gas: '0x1', nonce: '0x0', gasPrice: '0x1', chainId: '0x1' }],
    ],
    ['eth_sendTransaction', [{ from: evm, to: 'me', gas: '0x1', nonce: '0x0', gasPrice: '0x1' }]],
    ['eth_sendTransaction', []],
  ])('behavior: %s of %j is refused before any share is asked for', async (method, params) => {
    const tried = signForEvm(await input({ chain: 'eip155:31337', method, params }), nobody)
    await expect(tried).rejects.toMatchObject({ code: 'rpc-invalid-params' })
  })

  test('behavior: typed data for another chain is refused', async () => {
    const types = {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Mail: [{ name: 'text', type: 'string' }],
    }
    const typed = { domain: { chainId: 1 }, types, primaryType: 'Mail', message: { text: 'Hello' } }
    const params = [evm, JSON.stringify(typed)]
    const tried = signForEvm(
      await input({ chain: 'eip155:31337', method: 'eth_signTypedData_v4', params }),
      nobody,
    )
    await expect(tried).rejects.toMatchObject({ code: 'rpc-invalid-params' })
  })

  test('behavior: a transaction of Solana is no message, and is signed as what it is', async () => {
    const { solana } = made.addresses
    const { base58, base64 } = await import('@scure/base')
    const message = Uint8Array.of(
      1,
      0,
      1,
      2,
      ...base58.decode(solana),
      ...new Uint8Array(32 + 32),
      0,
    )
    const shown = (method: string, params: object) => ({
      chain: 'solana:localnet' as const,
      method,
      params,
    })
    const sign = async (asked: ShownRequest, ask = gateway(signInOf(made))) =>
      (await signForSolana(
        { ...(await input(asked)), address: solana, publicKey: made.publics.solana },
        ask,
      )) as {
        readonly signature: string
        readonly transaction?: string
      }
    const later = Uint8Array.of(129, ...message)
    for (const bytes of [message, later, Uint8Array.of(200, 1), Uint8Array.of(255, ...message)]) {
      const asMessage = shown('solana_signMessage', {
        message: base58.encode(bytes),
        pubkey: solana,
      })
      await expect(sign(asMessage, nobody)).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    }
    const wire = base64.encode(Uint8Array.of(1, ...new Uint8Array(64), ...message))
    const signed = await sign(
      shown('solana_signTransaction', { transaction: wire, pubkey: solana }),
    )
    expect(base64.decode(signed.transaction ?? '').slice(65)).toEqual(message)
    expect(base64.decode(signed.transaction ?? '').slice(1, 65)).toEqual(
      base58.decode(signed.signature),
    )
    const text = shown('solana_signMessage', {
      message: base58.encode(new TextEncoder().encode('Hello')),
    })
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
    expect(await signForBitcoin(whole, gateway(signInOf(made)))).toMatchObject({
      signature: expect.any(String),
    })
    const mixed = { ...(await input(shown)), address, publicKey: made.publics.bip122 }
    await expect(signForBitcoin(mixed, gateway(signInOf(made)))).rejects.toMatchObject({
      code: 'wallet-unopenable',
    })
  })
})

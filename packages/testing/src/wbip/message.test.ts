import { secp256k1 } from '@noble/curves/secp256k1'
import { NETWORK, WIF } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { bitcoinPayment, isBitcoinSignature, signBip322, signEcdsa } from './message.ts'

const key = WIF(NETWORK).decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const publicKey = secp256k1.getPublicKey(key, true)
const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
// From BIP-322's own list.
const published =
  'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='

describe('isBitcoinSignature', () => {
  test('default', () => {
    expect(bitcoinPayment('p2wpkh', publicKey, NETWORK).address).toBe(address)
    expect(isBitcoinSignature(address, NETWORK, 'Hello World', published)).toBe(true)
    expect(isBitcoinSignature(address, NETWORK, 'Hello World!', published)).toBe(false)
  })

  test.each(['p2wpkh', 'p2sh', 'p2tr'] as const)(
    'behavior: what is signed for %s is proven, and nothing else',
    (kind) => {
      const own = bitcoinPayment(kind, publicKey, NETWORK).address ?? ''
      const others = (['p2wpkh', 'p2sh', 'p2tr'] as const).filter((other) => other !== kind)
      const signature = signBip322(kind, key, NETWORK, 'Hello')
      expect(isBitcoinSignature(own, NETWORK, 'Hello', signature)).toBe(true)
      expect(isBitcoinSignature(own, NETWORK, 'hello', signature)).toBe(false)
      for (const other of others) {
        expect(
          isBitcoinSignature(
            bitcoinPayment(other, publicKey, NETWORK).address ?? '',
            NETWORK,
            'Hello',
            signature,
          ),
        ).toBe(false)
      }
    },
  )

  test('behavior: signatures of before', () => {
    const long = 'é'.repeat(300)
    expect(isBitcoinSignature(address, NETWORK, long, signEcdsa('p2wpkh', key, long))).toBe(true)
    expect(
      isBitcoinSignature(
        address,
        NETWORK,
        long,
        signEcdsa('p2wpkh', secp256k1.utils.randomPrivateKey(), long),
      ),
    ).toBe(false)
  })

  test.each(['', 'x', 'AAAA', published.slice(4)])('behavior: %s proves nothing', (odd) => {
    expect(isBitcoinSignature(address, NETWORK, 'Hello World', odd)).toBe(false)
  })
})

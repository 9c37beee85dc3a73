import { randomBytes } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { RecoveryMethod } from '@latchkey/protocol/vault'
import { samplePasskey, samplePassword, sealedShare } from './sample-split.ts'

type Keyed = Exclude<RecoveryMethod, { readonly kind: 'operator' }>

/**
 * Makes a passkey or password with its key pair. `open` opens the challenges that the gateway has
 * encrypted for it, which proves that the visitor has the key.
 */
export async function sampleKey(kind: Keyed['kind']): Promise<{
  readonly method: Keyed & { readonly sealed: string }
  open(sealed: string): Promise<string>
}> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  const pair = await suite.kem.deriveKeyPair(new Uint8Array(randomBytes(32)).buffer)
  const publicKey = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString(
    'base64url',
  )
  const made = (kind === 'passkey' ? samplePasskey() : samplePassword()) as Keyed
  return {
    method: { ...made, publicKey, sealed: sealedShare() },
    async open(sealed) {
      const bytes = new Uint8Array(Buffer.from(sealed, 'base64url'))
      const [enc, ct] = [bytes.slice(0, 65).buffer, bytes.slice(65).buffer]
      const info = new TextEncoder().encode('latchkey-vault-proof-1').buffer as ArrayBuffer
      return Buffer.from(await suite.open({ recipientKey: pair, enc, info }, ct)).toString(
        'base64url',
      )
    },
  }
}

import type { Hex32, Identity, Signer } from '../contract.ts'
import { toBase58 } from './base58.ts'
import { toBase64, toUrlAlphabet, utf8 } from './bytes.ts'
import { randomHex32 } from './random.ts'
import { makeSigner } from './signer.ts'
import { findSubtle } from './subtle.ts'

const daySeconds = 86_400

/**
 * Creates this page's identity for relays: a new key, its `did:key`, and a token for each
 * connection. Source: WalletConnect core 2, "Relay authentication"; did:key, section 3.1.1.
 */
export async function makeIdentity(
  options: {
    readonly subtle?: SubtleCrypto | null
    readonly signer?: Signer
    /** Returns the present time, in milliseconds since the epoch. */
    readonly now?: () => number
    /** Makes the subject of a token: 32 random bytes, new for each token. */
    readonly makeSubject?: () => Hex32
  } = {},
): Promise<Identity> {
  const { subtle = findSubtle(), now = Date.now, makeSubject = randomHex32 } = options
  const signer = options.signer ?? (await makeSigner(subtle))
  // The bytes 0xed 0x01 are the multicodec prefix of Ed25519 public keys.
  const did = `did:key:z${toBase58(new Uint8Array([0xed, 0x01, ...signer.publicKey]))}`
  return {
    did,
    async authorise(relayUrl) {
      const issuedAtSeconds = Math.floor(now() / 1000)
      const tokenClaims = {
        iss: did,
        sub: makeSubject(),
        aud: relayUrl,
        iat: issuedAtSeconds,
        exp: issuedAtSeconds + daySeconds,
      }
      const text = `${encodeTokenPart({ alg: 'EdDSA', typ: 'JWT' })}.${encodeTokenPart(tokenClaims)}`
      return `${text}.${toUrlAlphabet(toBase64(await signer.sign(text)))}`
    },
  }
}

function encodeTokenPart(json: unknown): string {
  return toUrlAlphabet(toBase64(utf8(JSON.stringify(json))))
}

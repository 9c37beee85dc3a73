import type { RelayText } from '@latchkey/protocol/vault'
import { base64url, fromBase64url } from '../base64url.ts'
import { cipherSuite, openSecret, sealSecret } from '../seal.ts'

const pointPattern = /^[\w-]{87}$/

/**
 * One end's key for an exchange of messages through the gateway; it is made for one window only,
 * and seals and opens messages.
 */
export interface RelayKey {
  /** Public key: raw P-256 point, base64url. */
  readonly key: string
  /** @param recipientPoint - the other end's point; @param exchange - result of `encodeExchange` for the exchange */
  readonly sealMessage: (
    recipientPoint: string,
    exchange: string,
    message: unknown,
  ) => Promise<RelayText>
  /** @throws when the text is not encrypted for this key in this exchange, or is no JSON */
  readonly read: (exchange: string, text: { readonly sealed: string }) => Promise<unknown>
}

export async function makeRelayKey(): Promise<RelayKey> {
  const { kem } = cipherSuite()
  const keyPair = await kem.generateKeyPair()
  const key = base64url(new Uint8Array(await kem.serializePublicKey(keyPair.publicKey)))
  return {
    key,
    async sealMessage(recipientPoint, exchange, message) {
      const bytes = new TextEncoder().encode(JSON.stringify(message))
      return {
        sealed: base64url(
          await sealSecret('relay', fromBase64url(recipientPoint), bytes, exchange),
        ),
      }
    },
    read: async (exchange, { sealed }) =>
      JSON.parse(
        new TextDecoder().decode(
          await openSecret('relay', keyPair, fromBase64url(sealed), exchange),
        ),
      ) as unknown,
  }
}

/** Parses a message that came through the gateway; null for anything else. */
export function readRelayText(text: string): RelayText | null {
  try {
    const {
      key,
      bind,
      to: recipientPoint,
      sealed,
    } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    if (typeof key === 'string' && typeof bind === 'string') {
      const isValidExchange = pointPattern.test(key) && /^[\w-]{22,43}$/.test(bind)
      return isValidExchange
        ? { key, bind, ...(typeof recipientPoint === 'string' && { to: recipientPoint }) }
        : null
    }
    return typeof sealed === 'string' && /^[\w-]+$/.test(sealed) ? { sealed } : null
  } catch {
    return null
  }
}

/**
 * Encodes what identifies one key exchange: the keys of window and frame, and a random value that
 * the frame makes for each exchange. All later messages are sealed with this text, so a message
 * that another device copies and sends as its own cannot be opened.
 */
export function encodeExchange(keys: {
  readonly window: string
  readonly frame: string
  readonly bind: string
}): string {
  return [keys.window, keys.frame, keys.bind].join(' ')
}

/**
 * Computes the four check digits, which both ends of a key exchange compute alike. An attacker in
 * between cannot make them match: the window has committed to its nonce before it sees the frame's
 * message, it answers one frame only, and the frame starts few exchanges.
 * @param nonce - nonce of the window's hello
 */
export async function computeCheckDigits(exchange: string, nonce: string): Promise<string> {
  const text = new TextEncoder().encode(`${exchange} ${nonce}`)
  const hash = new DataView(await crypto.subtle.digest('SHA-256', text))
  return String(hash.getUint32(0) % 10_000).padStart(4, '0')
}

import type { RelayText } from '@latchkey/protocol/vault'
import { base64url, fromBase64url } from '../base64url.ts'
import { cipherSuite, openSecret, sealSecret } from '../seal.ts'

const point = /^[\w-]{87}$/

/** One end's key, made for one window, and what it seals and opens with it. */
export interface RelayKey {
  /** Raw P-256 point, base64url. */
  readonly key: string
  /** @param to - the other end's point; @param ends - `endsOf` the exchange */
  readonly write: (to: string, ends: string, message: unknown) => Promise<RelayText>
  /** @throws for what is not sealed to this key in this exchange, or is no JSON */
  readonly read: (ends: string, text: { readonly sealed: string }) => Promise<unknown>
}

export async function makeRelayKey(): Promise<RelayKey> {
  const { kem } = cipherSuite()
  const pair = await kem.generateKeyPair()
  const key = base64url(new Uint8Array(await kem.serializePublicKey(pair.publicKey)))
  return {
    key,
    async write(to, ends, message) {
      const bytes = new TextEncoder().encode(JSON.stringify(message))
      return { sealed: base64url(await sealSecret('relay', fromBase64url(to), bytes, ends)) }
    },
    read: async (ends, { sealed }) =>
      JSON.parse(
        new TextDecoder().decode(await openSecret('relay', pair, fromBase64url(sealed), ends)),
      ) as unknown,
  }
}

/** A text as the gateway handed it over; null for anything else. */
export function readRelayText(text: string): RelayText | null {
  try {
    const { key, bind, to, sealed } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    if (typeof key === 'string' && typeof bind === 'string') {
      const isFit = point.test(key) && /^[\w-]{22,43}$/.test(bind)
      return isFit ? { key, bind, ...(typeof to === 'string' && { to }) } : null
    }
    return typeof sealed === 'string' && /^[\w-]+$/.test(sealed) ? { sealed } : null
  } catch {
    return null
  }
}

/**
 * What is of one exchange alone: both keys, and what the frame's first text bound, drawn anew for
 * each. All else is sealed over it: a text that another device tells again as its own opens
 * nothing.
 */
export function endsOf(said: {
  readonly window: string
  readonly frame: string
  readonly bind: string
}): string {
  return [said.window, said.frame, said.bind].join(' ')
}

/**
 * Four digits that both ends of one exchange make, and nobody between them can: the window bound
 * its nonce before it saw the frame's text, answers one frame alone, and the frame begins few
 * exchanges: nobody tries until the digits fit.
 * @param nonce - of the window's hello
 */
export async function checkDigits(ends: string, nonce: string): Promise<string> {
  const text = new TextEncoder().encode(`${ends} ${nonce}`)
  const hash = new DataView(await crypto.subtle.digest('SHA-256', text))
  return String(hash.getUint32(0) % 10_000).padStart(4, '0')
}

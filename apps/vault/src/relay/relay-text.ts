import type { RelayText } from '@latchkey/protocol/vault'
import { base64url, fromBase64url } from '../base64url.ts'
import { open, seal, suite } from '../seal.ts'

/** One end's key, made for one window, and what it seals and opens with it. */
export interface RelayKey {
  /** Raw P-256 point, base64url. */
  readonly key: string
  /** @param to - the other end's point */
  readonly write: (to: string, message: unknown) => Promise<RelayText>
  /** @throws for what is not sealed to this key, or is no JSON */
  readonly read: (text: { readonly sealed: string }) => Promise<unknown>
}

export async function makeRelayKey(): Promise<RelayKey> {
  const { kem } = suite()
  const pair = await kem.generateKeyPair()
  const key = base64url(new Uint8Array(await kem.serializePublicKey(pair.publicKey)))
  return {
    key,
    async write(to, message) {
      const bytes = new TextEncoder().encode(JSON.stringify(message))
      return { sealed: base64url(await seal('relay', fromBase64url(to), bytes)) }
    },
    read: async ({ sealed }) =>
      JSON.parse(new TextDecoder().decode(await open('relay', pair, fromBase64url(sealed)))) as unknown,
  }
}

/** A text as the gateway handed it over; null for anything else. */
export function readRelayText(text: string): RelayText | null {
  try {
    const { key, bind, sealed } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    if (typeof key === 'string' && typeof bind === 'string')
      return /^[\w-]{87}$/.test(key) && /^[\w-]{22,43}$/.test(bind) ? { key, bind } : null
    return typeof sealed === 'string' && /^[\w-]+$/.test(sealed) ? { sealed } : null
  } catch {
    return null
  }
}

/**
 * Four digits that both ends of one exchange make, and nobody between them can: the window bound its nonce before it saw
 * the frame's, and each fixed its key before it saw the other's nonce.
 */
export async function checkDigits(said: {
  readonly window: string
  readonly frame: string
  /** What the frame's first text bound, and the nonce of the window's hello. */
  readonly bind: string
  readonly nonce: string
}): Promise<string> {
  const text = new TextEncoder().encode([said.window, said.frame, said.bind, said.nonce].join(' '))
  const hash = new DataView(await crypto.subtle.digest('SHA-256', text))
  return String(hash.getUint32(0) % 10_000).padStart(4, '0')
}

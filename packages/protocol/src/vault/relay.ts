/** The receiver of a message that goes through the gateway: the vault's frame or its window. */
export type RelayEnd = 'frame' | 'window'

/**
 * A message between the vault's frame and its window that goes through the gateway, as JSON. First
 * the window and then the frame sends its public key (raw P-256 point made for this window,
 * base64url); all later messages are encrypted to the receiver's key (HPKE, purpose `relay`). In
 * the window's first message, `bind` is the SHA-256 (base64url) of the nonce that its hello will
 * contain, so the window cannot change the nonce later. In the frame's first message, `bind` is a
 * random nonce, and `to` is the window's key that the frame answers. Both keys and the frame's
 * nonce are the AAD of the encryption.
 */
export type RelayText =
  | { readonly key: string; readonly bind: string; readonly to?: string }
  | { readonly sealed: string }

/** A stored message between the vault's frame and its window, as its receiver reads it. */
export interface RelayTold {
  /** Number of the message; numbers rise, and may have gaps. */
  readonly seq: number
  /** JWK thumbprint (RFC 7638) of the sender's device key. */
  readonly device: string
  readonly text: string
}

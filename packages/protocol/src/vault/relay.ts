/** Receiver of a relay message. */
export type RelayEnd = 'frame' | 'window'

/**
 * A relay message as JSON. First come the window's key and the frame's key (raw P-256 points made
 * for this window, base64url), then encrypted messages (HPKE, purpose `relay`) to the other side's
 * key. `bind` is the SHA-256 of the nonce in the window's hello, base64url, which fixes the nonce
 * in advance; in the frame's message it is a nonce of this exchange. `to` is the window's key that
 * the frame answers. Both keys and the nonce are the AAD of the encryption.
 */
export type RelayText =
  | { readonly key: string; readonly bind: string; readonly to?: string }
  | { readonly sealed: string }

/** Messages for one side of a relay. */
export interface RelayTold {
  /** Rising number of the message; gaps are possible. */
  readonly seq: number
  /** Thumbprint of the sender's device key. */
  readonly device: string
  readonly text: string
}

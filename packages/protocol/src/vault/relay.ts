/** Who a text of the relay is for. */
export type RelayEnd = 'frame' | 'window'

/**
 * A text of the relay, as JSON: first the window's key and then the frame's (raw P-256 points made
 * for this window, base64url), then messages between a window and a frame, sealed (HPKE, purpose
 * `relay`) to the key of the other end. `bind`: the SHA-256 of the nonce of the window's hello,
 * base64url, which it thereby cannot choose later; of the frame a nonce of this exchange. `to`: the
 * window's key that the frame answers. What is sealed is sealed over both keys and that nonce
 * (AAD).
 */
export type RelayText =
  | { readonly key: string; readonly bind: string; readonly to?: string }
  | { readonly sealed: string }

/** What was told one end of a relay. */
export interface RelayTold {
  /** Rises with what is told, by any step. */
  readonly seq: number
  /** Thumbprint of the key that told it, as the gateway has it. */
  readonly device: string
  readonly text: string
}

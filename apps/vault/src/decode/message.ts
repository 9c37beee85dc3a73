import { uniqueWarnings } from './evm/transaction.ts'
import type { ApprovalRequest, Reading } from './reading.ts'
import { hexOfBytes } from './shapes.ts'
import { isLikeSignIn, readSignIn, signInWarnings } from './sign-in-message.ts'
import { decodeText, hasHidden } from './spell-unseen.ts'

/** Reads a message of bytes: as a sign-in, as text, or as raw bytes. */
export function readMessage(request: ApprovalRequest, bytes: Uint8Array): Reading {
  const text = decodeText(bytes)
  const hex = hexOfBytes(bytes)
  if (text === undefined || isMostlyInvisible(text)) {
    const isHash = bytes.length === 32
    return { kind: 'message', bytes: hex, warnings: isHash ? ['hash-message'] : [] }
  }
  const hiddenWarnings = hasHidden(text) ? (['hidden-letters'] as const) : []
  const signInMessage = readSignIn(text)
  if (signInMessage) {
    return {
      kind: 'sign-in',
      domain: signInMessage.domain,
      ...(signInMessage.statement !== undefined && { statement: signInMessage.statement }),
      text,
      bytes: hex,
      warnings: uniqueWarnings([...signInWarnings(signInMessage, request), ...hiddenWarnings]),
    }
  }
  const likeSignInWarnings = isLikeSignIn(text) ? (['nearly-sign-in'] as const) : []
  // A message may be a hash in two forms: as 32 raw bytes (even when they happen to be readable
  // text), or written out in hex.
  const hashWarnings = bytes.length === 32 && !/\s/.test(text) ? (['hash-message'] as const) : []
  const hexHashWarnings = /^(0x)?[0-9a-f]{64}$/i.test(text) ? (['hash-message'] as const) : []
  return {
    kind: 'message',
    text,
    bytes: hex,
    warnings: uniqueWarnings([
      ...likeSignInWarnings,
      ...hiddenWarnings,
      ...hashWarnings,
      ...hexHashWarnings,
    ]),
  }
}

function isMostlyInvisible(text: string): boolean {
  const letters = [...text]
  return (
    letters.length > 0 &&
    letters.filter((letter) => /[\p{Cc}\p{Cn}\p{Co}]/u.test(letter) && !/[\n\r\t]/.test(letter))
      .length *
      8 >
      letters.length
  )
}

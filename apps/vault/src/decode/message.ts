import { uniqueWarnings } from './evm/transaction.ts'
import type { ApprovalRequest, Reading } from './reading.ts'
import { hexOfBytes } from './shapes.ts'
import { isLikeSignIn, readSignIn, signInWarnings } from './sign-in-message.ts'
import { decodeText, hasHidden } from './spell-unseen.ts'

/** Reads the bytes of a message to sign: as a sign-in, as text, or as raw bytes. */
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
  // A message of 32 bytes without white space, or of 64 hex digits, may be a hash, even when it is
  // readable text.
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

/** Number of bytes before the authorisation: version and chain. */
const headLength = 5
/** Number of bytes of hash mode, signer, nonce and fee together. */
const spenderLength = 1 + 20 + 8 + 8
/** Number of bytes for a single signer: the key's encoding, and the signature. */
const singleSignatureLength = 1 + 65
const singleModes = [0x00, 0x02]
const multisigModes = [0x01, 0x03, 0x05, 0x07]
/** Number of spending conditions by authorisation type: standard, and sponsored. */
const conditionCountByType: Readonly<Record<number, number>> = { 4: 1, 5: 2 }

/**
 * The part of a serialised transaction after its authorisation, in hex. Only the authorisation
 * (signatures, fee, nonce) may be changed by a wallet. Null when the text is no transaction
 * (SIP-005).
 * @see https://github.com/stacksgov/sips/blob/main/sips/sip-005/sip-005-blocks-and-transactions.md
 */
export function signedPart(transaction: string): string | null {
  const transactionHex = transaction.replace(/^0x/, '').toLowerCase()
  if (!/^(?:[0-9a-f]{2})+$/.test(transactionHex)) return null
  const byteAt = (offset: number): number =>
    Number.parseInt(transactionHex.slice(offset * 2, offset * 2 + 2), 16)
  const conditionCount = conditionCountByType[byteAt(headLength)]
  if (conditionCount === undefined) return null
  let offset = headLength + 1
  for (let i = 0; i < conditionCount; i++) {
    const conditionEnd = endOfCondition(byteAt, offset)
    if (conditionEnd === null) return null
    offset = conditionEnd
  }
  return offset * 2 < transactionHex.length ? transactionHex.slice(offset * 2) : null
}

/** End of the spending condition that begins at `start`; null when it is invalid. */
function endOfCondition(byteAt: (offset: number) => number, start: number): number | null {
  const hashMode = byteAt(start)
  let offset = start + spenderLength
  if (singleModes.includes(hashMode)) return offset + singleSignatureLength
  if (!multisigModes.includes(hashMode)) return null
  const fieldCount = byteAt(offset + 3)
  // The number of fields takes four bytes; at most fifteen keys are accepted, with one field each.
  if (byteAt(offset) + byteAt(offset + 1) + byteAt(offset + 2) !== 0 || fieldCount > 15) return null
  offset += 4
  for (let i = 0; i < fieldCount; i++) {
    const fieldKind = byteAt(offset)
    // Each field is a public key or a signature. The field's kind also says how the public key is
    // encoded.
    if (fieldKind > 0x03 || Number.isNaN(fieldKind)) return null
    offset += 1 + (fieldKind < 0x02 ? 33 : 65)
  }
  return offset + 2
}

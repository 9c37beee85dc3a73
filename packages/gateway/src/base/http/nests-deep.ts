/**
 * Traces nest as deep as EVM calls: 1024 calls with several JSON levels each. No honest answer is
 * deeper.
 */
const mostDepth = 8_192

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((one) =>
  one.charCodeAt(0),
)

/**
 * Whether JSON text nests deeper than any honest answer: parsing it would block the process for
 * seconds.
 */
export function nestsDeep(bytes: Uint8Array, most: number = mostDepth): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openList || byte === openObject) {
      depth++
      if (depth > most) return true
    } else if (byte === closeList || byte === closeObject) depth--
  }
  return false
}

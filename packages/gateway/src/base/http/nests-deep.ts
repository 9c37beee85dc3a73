/** Traces nest as deep as calls do, 1024 with several levels each; nothing honest goes deeper. */
const mostDepth = 8_192

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((one) =>
  one.charCodeAt(0),
)

/**
 * Whether JSON text nests deeper than anything honest: parsing it would hold up everybody for
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

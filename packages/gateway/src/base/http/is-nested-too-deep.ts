/**
 * Maximum nesting of an answer. Traces nest as deep as EVM calls: 1024 calls with several JSON
 * levels each. No valid answer is deeper.
 */
const defaultMaxDepth = 8_192

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((one) =>
  one.charCodeAt(0),
)

/**
 * Whether JSON text nests deeper than any valid answer; parsing such text would block the process
 * for seconds.
 */
export function isNestedTooDeep(bytes: Uint8Array, maxDepth: number = defaultMaxDepth): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isText) {
      if (byte === backslash) index++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openList || byte === openObject) {
      depth++
      if (depth > maxDepth) return true
    } else if (byte === closeList || byte === closeObject) depth--
  }
  return false
}

/** A token of a contract, in Clarity `address.contract::token`. */
export interface TokenName {
  readonly address: string
  readonly contract: string
  readonly token: string
}

const name = '[a-zA-Z][a-zA-Z\\d\\-_!?+<>=/*]*'
const clarityPattern = new RegExp(`^(S[PMTN][\\dA-Z]{20,40})\\.([a-zA-Z][\\w-]*)::(${name})$`)
/** Token name in a CAIP-19 reference: the names contain no dot. */
const dottedPattern = new RegExp(`^(S[PMTN][\\dA-Z]{20,40})\\.([a-zA-Z][\\w-]*)\\.(${name})$`)
/** Longest CAIP-10 address and CAIP-19 reference, and their allowed characters. */
const maxLength = 128
const idPattern = /^[-.%a-zA-Z\d]{1,128}$/

/**
 * Reads a token of a CAIP id: `SP….contract.token`, or `SP….contract%3A%3Atoken`; other characters
 * are percent-encoded there.
 */
export function readTokenName(text: string): TokenName | undefined {
  if (!idPattern.test(text)) return undefined
  try {
    const decodedText = decodeURIComponent(text)
    return toTokenName(clarityPattern.exec(decodedText) ?? dottedPattern.exec(decodedText))
  } catch {
    return undefined
  }
}

/** Reads `SP….contract::token`. */
export function readAssetIdentifier(text: unknown): TokenName | undefined {
  return typeof text === 'string' && text.length <= 512
    ? toTokenName(clarityPattern.exec(text))
    : undefined
}

/** Writes the token for a CAIP id; undefined when it is too long for one. */
export function writeTokenName({ address, contract, token }: TokenName): string | undefined {
  const text = encodeURIComponent(`${address}.${contract}.${token}`).replace(
    /[_!*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return text.length > maxLength ? undefined : text
}

function toTokenName(found: RegExpExecArray | null): TokenName | undefined {
  const [, address, contract, token] = found ?? []
  return address && contract && token ? { address, contract, token } : undefined
}

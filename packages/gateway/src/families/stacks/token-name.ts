/** A token of a contract; Clarity writes it `address.contract::token`. */
export interface TokenName {
  readonly address: string
  readonly contract: string
  readonly token: string
}

const name = '[a-zA-Z][a-zA-Z\\d\\-_!?+<>=/*]*'
const clarityPattern = new RegExp(`^(S[PMTN][\\dA-Z]{20,40})\\.([a-zA-Z][\\w-]*)::(${name})$`)
/**
 * Pattern of a token in the reference of a CAIP-19 id: address, contract and token, separated by
 * dots; none of them contains a dot.
 */
const dottedPattern = new RegExp(`^(S[PMTN][\\dA-Z]{20,40})\\.([a-zA-Z][\\w-]*)\\.(${name})$`)
/** Longest CAIP-10 address and longest CAIP-19 reference, with the characters they may contain. */
const maxLength = 128
const idPattern = /^[-.%a-zA-Z\d]{1,128}$/

/**
 * Reads a token from a CAIP id: `SP….contract.token`, or `SP….contract%3A%3Atoken`; characters that
 * a CAIP id does not allow are percent-encoded.
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

/** Reads a token in Clarity's spelling: `SP….contract::token`. */
export function readAssetIdentifier(text: unknown): TokenName | undefined {
  return typeof text === 'string' && text.length <= 512
    ? toTokenName(clarityPattern.exec(text))
    : undefined
}

/** Writes a token in the form that a CAIP id contains; undefined when it is too long for one. */
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

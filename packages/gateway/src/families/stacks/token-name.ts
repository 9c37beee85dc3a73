/** A token of a contract, in Clarity `address.contract::token`. */
export interface TokenName {
  readonly address: string
  readonly contract: string
  readonly token: string
}

const name = '[a-zA-Z][a-zA-Z\\d\\-_!?+<>=/*]*'
const clarity = new RegExp(`^(S[PMTN][\\dA-Z]{20,40})\\.([a-zA-Z][\\w-]*)::(${name})$`)
/** As CAIP-19 of the namespace writes it: names have no dot of their own. */
const dotted = new RegExp(`^(S[PMTN][\\dA-Z]{20,40})\\.([a-zA-Z][\\w-]*)\\.(${name})$`)
/** Of a CAIP-10 address and a CAIP-19 reference; of them also these letters. */
const longest = 128
const idPattern = /^[-.%a-zA-Z\d]{1,128}$/

/**
 * Reads a token of a CAIP id: `SP….contract.token`, or `SP….contract%3A%3Atoken`; other letters are
 * percent-encoded there.
 */
export function readTokenName(text: string): TokenName | undefined {
  if (!idPattern.test(text)) return undefined
  try {
    const plain = decodeURIComponent(text)
    return partsOf(clarity.exec(plain) ?? dotted.exec(plain))
  } catch {
    return undefined
  }
}

/** Reads `SP….contract::token`. */
export function readAssetIdentifier(text: unknown): TokenName | undefined {
  return typeof text === 'string' && text.length <= 512 ? partsOf(clarity.exec(text)) : undefined
}

/** As the wire writes it; undefined where it is too long for an id. */
export function writeTokenName({ address, contract, token }: TokenName): string | undefined {
  const text = encodeURIComponent(`${address}.${contract}.${token}`).replace(
    /[_!*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return text.length > longest ? undefined : text
}

function partsOf(found: RegExpExecArray | null): TokenName | undefined {
  const [, address, contract, token] = found ?? []
  return address && contract && token ? { address, contract, token } : undefined
}

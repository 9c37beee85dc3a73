// The grammar of EIP-4361, which CAIP-122 takes over, in parts: RFC 3986 for domain and URI, RFC 3339
// for times. A part never matches a line break, so no field can forge a line.

const unreserved = "-\\w.~!$&'()*+,;="
const escaped = '%[0-9a-fA-F]{2}'
const plain = `(?:[${unreserved}]|${escaped})`
/** `authority`: a host, perhaps with user information before it and a port after it. */
export const authority: string = `(?:(?:[${unreserved}:]|${escaped})*@)?(?:\\[[0-9a-fA-F:.]+\\]|${plain}+)(?::\\d{1,5})?`
export const scheme: string = '[a-zA-Z][a-zA-Z0-9+.-]*'
const segments = `(?:[${unreserved}:@/]|${escaped})*`
/** `URI` with its scheme; what follows `//` is an authority, and nothing else may begin with it. */
export const uri: string = `${scheme}:(?://(?:${authority})?(?:/${segments})?|(?!//)${segments})(?:\\?(?:[${unreserved}:@/?]|${escaped})*)?(?:#(?:[${unreserved}:@/?]|${escaped})*)?`
/** `1*( reserved / unreserved / " " )`: neither quotes nor angle brackets nor letters beyond ASCII. */
export const statement: string = "[-\\w.~:/?#[\\]@!$&'()*+,;= ]+"
export const nonce: string = '[a-zA-Z0-9]{8,}'
export const time: string =
  '\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:\\d\\d)'
/** `*pchar`. */
export const requestId: string = `(?:[${unreserved}:@]|${escaped})*`

/** Whether the whole of a text is the part of the grammar. */
export function isPart(part: string, text: string): boolean {
  return new RegExp(`^(?:${part})$`).test(text)
}

/** Whether a text is a time of RFC 3339 that exists. */
export function isTime(text: string): boolean {
  return isPart(time, text) && !Number.isNaN(Date.parse(text))
}

// Regular expressions for the parts of the grammar of EIP-4361, which CAIP-122 takes over: domain
// and URI by RFC 3986, times by RFC 3339. No part matches a line break, so no field can forge a
// line.

const unreserved = "-\\w.~!$&'()*+,;="
const escaped = '%[0-9a-fA-F]{2}'
const plain = `(?:[${unreserved}]|${escaped})`
/** The part `authority`: a host, optionally with user information before it and a port after it. */
export const authority: string = `(?:(?:[${unreserved}:]|${escaped})*@)?(?:\\[[0-9a-fA-F:.]+\\]|${plain}+)(?::\\d{1,5})?`
export const scheme: string = '[a-zA-Z][a-zA-Z0-9+.-]*'
const segments = `(?:[${unreserved}:@/]|${escaped})*`
/**
 * The part `URI`, with its scheme. What follows `//` must be an authority, and no path may begin
 * with `//`.
 */
export const uri: string = `${scheme}:(?://(?:${authority})?(?:/${segments})?|(?!//)${segments})(?:\\?(?:[${unreserved}:@/?]|${escaped})*)?(?:#(?:[${unreserved}:@/?]|${escaped})*)?`
/**
 * The part `1*( reserved / unreserved / " " )` of a statement: it excludes quotes, angle brackets
 * and letters outside of ASCII.
 */
export const statement: string = "[-\\w.~:/?#[\\]@!$&'()*+,;= ]+"
export const nonce: string = '[a-zA-Z0-9]{8,}'
export const time: string =
  '\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:\\d\\d)'
/** The part `*pchar` of a request id. */
export const requestId: string = `(?:[${unreserved}:@]|${escaped})*`

/** Whether a whole text matches a part of the grammar. */
export function isPart(part: string, text: string): boolean {
  return new RegExp(`^(?:${part})$`).test(text)
}

/** Whether a text is an existing time in the format of RFC 3339. */
export function isTime(text: string): boolean {
  return isPart(time, text) && !Number.isNaN(Date.parse(text))
}

import { refuse } from '../errors/siwx-error.ts'
import * as grammar from './grammar.ts'

/** The fields of a sign-in message. */
export interface SiwxMessage {
  /** The scheme in front of the domain, such as `https`; absent when the first line has none. */
  readonly scheme?: string
  readonly domain: string
  /** The name that the first line gives the chain family, such as "Ethereum". */
  readonly family: string
  /** The address without its chain, in the spelling of the text. */
  readonly address: string
  readonly statement?: string
  readonly uri: string
  readonly version: string
  /** The CAIP-2 reference of the chain: `1` of `eip155:1`. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

const longestText = 10_000
const mostResources = 50
const firstLinePattern = new RegExp(
  `^(?:(${grammar.scheme})://)?(${grammar.authority}) wants you to sign in with your ([A-Z][a-zA-Z ]{0,30}) account:$`,
)
const required = [
  ['uri', 'URI', grammar.uri],
  ['version', 'Version', '1'],
  ['chainId', 'Chain ID', '[-_a-zA-Z0-9:]{1,41}'],
  ['nonce', 'Nonce', grammar.nonce],
  ['issuedAt', 'Issued At', grammar.time],
] as const
const optional = [
  ['expirationTime', 'Expiration Time', grammar.time],
  ['notBefore', 'Not Before', grammar.time],
  ['requestId', 'Request ID', grammar.requestId],
] as const
const times: readonly string[] = ['issuedAt', 'expirationTime', 'notBefore']

/**
 * Parses the text of a sign-in strictly by the grammar of CAIP-122, which on eip155 is EIP-4361.
 * One difference of Sign In With Solana is accepted: without a statement, one empty line stands
 * before the fields instead of two.
 * @throws `sign-in-message-invalid` with the line that is wrong
 *
 * @example
 * const { domain, nonce } = parseMessage('shop.example wants you to sign in with your …')
 */
export function parseMessage(text: string): SiwxMessage {
  if (text.length > longestText) refuse('sign-in-message-invalid', 'the text is too long')
  const lines = text.split('\n')
  const [first = '', address = '', ...rest] = lines
  const [, scheme, domain = '', family = ''] = firstLinePattern.exec(first) ?? refuseLine(1)
  if (!/^[-.%a-zA-Z0-9]{1,128}$/.test(address)) refuseLine(2)
  if (rest[0] !== '') refuseLine(3)
  const { statement, at } = readStatement(rest, family)
  const cursor = { at: at + 2 }
  const fields: Record<string, string> = {}
  for (const [key, label, part] of required) {
    fields[key] = readField(lines, cursor, { key, label, part }) ?? refuseLine(cursor.at + 1)
  }
  for (const [key, label, part] of optional) {
    const value = readField(lines, cursor, { key, label, part })
    if (value !== undefined) fields[key] = value
  }
  const resources = readResources(lines, cursor)
  if (cursor.at !== lines.length) refuseLine(cursor.at + 1)
  return {
    ...(scheme !== undefined && { scheme }),
    domain,
    family,
    address,
    ...(statement !== undefined && { statement }),
    ...(fields as Pick<SiwxMessage, 'uri' | 'version' | 'chainId' | 'nonce' | 'issuedAt'>),
    ...(resources && { resources }),
  }
}

/**
 * @param lines - the lines after the address; `at` of the result is the index of the first field
 */
function readStatement(
  lines: readonly string[],
  family: string,
): { readonly statement?: string; readonly at: number } {
  const [, statement = '', after = ''] = lines
  if (statement === '' && after !== '') return { at: 2 }
  // In a text of Sign In With Solana without a statement, the fields follow after one empty line.
  if (family === 'Solana' && statement.startsWith('URI: ') && after !== '') return { at: 1 }
  if (!grammar.isPart(grammar.statement, statement)) refuseLine(4)
  return after === '' ? { statement, at: 3 } : refuseLine(5)
}

/**
 * Reads the field of the next line; undefined, without going on to the line after it, when the next
 * line is another field.
 */
function readField(
  lines: readonly string[],
  cursor: { at: number },
  field: { readonly key: string; readonly label: string; readonly part: string },
): string | undefined {
  const line = lines[cursor.at]
  if (!line?.startsWith(`${field.label}: `)) return undefined
  const value = line.slice(field.label.length + 2)
  const isGood =
    grammar.isPart(field.part, value) && (!times.includes(field.key) || grammar.isTime(value))
  cursor.at += 1
  return isGood ? value : refuseLine(cursor.at)
}

function readResources(
  lines: readonly string[],
  cursor: { at: number },
): readonly string[] | undefined {
  if (lines[cursor.at] !== 'Resources:') return undefined
  const resources = lines.slice(cursor.at + 1).map((line, i) => {
    const isGood = line.startsWith('- ') && grammar.isPart(grammar.uri, line.slice(2))
    return isGood ? line.slice(2) : refuseLine(cursor.at + 2 + i)
  })
  if (resources.length > mostResources) refuse('sign-in-message-invalid', 'too many resources')
  cursor.at = lines.length
  return resources
}

function refuseLine(number: number): never {
  return refuse('sign-in-message-invalid', `line ${number} is not what CAIP-122 has there`)
}

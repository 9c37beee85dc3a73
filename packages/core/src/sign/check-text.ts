import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'

/**
 * The longest text that a wallet is asked to sign for a sign-in, in characters; real ones are far
 * shorter.
 */
const maxTextLength = 8_192
/**
 * Control characters other than the line break, and characters that are invisible or change the
 * direction of text. With them, the text that a visitor reads could differ from the text that the
 * wallet signs.
 */
const hidingCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

/** The parts of a sign-in text that a visitor is shown. */
export interface SignInText {
  /** The domain of the site that asks, as the text names it. */
  readonly domain: string
  readonly statement?: string
}

/**
 * Checks that a text may be signed as a sign-in: it begins as CAIP-122 says, with this page's
 * domain and the account. Returns the parts that a visitor is shown.
 * @throws `sign-in-failed` with what is wrong with the text
 */
export function checkText(kit: Kit, account: AccountId, text: unknown): SignInText {
  if (typeof text !== 'string' || text.length > maxTextLength)
    return refuseWith('sign-in-failed', 'the challenge is no text, or too long')
  if (hidingCharacters.test(text))
    refuseWith('sign-in-failed', 'the challenge has invisible characters')
  const [first = '', address = '', blank, ...others] = text.split('\n')
  const [, domain = ''] =
    /^(?:[a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your .{1,64} account:$/.exec(
      first,
    ) ?? []
  if (domain === '' || blank !== '')
    refuseWith('sign-in-failed', 'the challenge is no sign-in of CAIP-122')
  checkDomain(kit, domain)
  if (!isSameAccount(kit, account, address))
    refuseWith('sign-in-failed', `the challenge names another account than ${addressOf(account)}`)
  const [statement = ''] = others
  // Without a statement, this line is empty or already the first field.
  return { domain, ...(statement !== '' && !/^URI: /.test(statement) && { statement }) }
}

/**
 * Checks that a challenge is for this page. Outside of a browser, `metadata.url` is taken as the
 * page's address.
 * @throws `sign-in-failed`
 */
export function checkDomain(kit: Kit, domain: string): void {
  const pageDomain = pageDomainOf(kit)
  if (pageDomain !== undefined && domain !== pageDomain)
    refuseWith('sign-in-failed', `the challenge is for ${domain}, this page is ${pageDomain}`)
}

function pageDomainOf(kit: Kit): string | undefined {
  const pageHost = globalThis.location?.host
  if (pageHost) return pageHost
  try {
    return new URL(kit.options.metadata?.url ?? '').host
  } catch {
    return undefined
  }
}

function isSameAccount(kit: Kit, account: AccountId, address: string): boolean {
  const expected = addressOf(account)
  const adapter = readOwnField(kit.adapters, namespaceOf(account))
  return address === expected || (adapter?.isSameAddress(address, expected) ?? false)
}

import { toRecord } from '../chain.ts'
import { invalidParams, textOf } from '../family/bytes.ts'

const fields = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/**
 * Writes the text of a sign-in (Sign In With Solana, after EIP-4361). A missing domain and account
 * are filled in; the domain of another site and another account are refused. Errors: -32602.
 */
export function signInText(input: unknown, origin: string, address: string): string {
  const asked = toRecord(input)
  const { host } = URL.canParse(origin) ? new URL(origin) : { host: origin }
  const domain = asked.domain === undefined ? host : textOf(asked.domain, 'domain', 300)
  if (domain !== host)
    throw invalidParams(`The sign-in is for ${domain.slice(0, 60)}, the page is ${host}`)
  if (asked.address !== undefined && asked.address !== address)
    throw invalidParams('The sign-in is for another account')
  const readLine = (name: string, value: unknown): string => {
    const text = textOf(value, name, 2_000)
    if (/[\n\r]/.test(text)) throw invalidParams(`${name} must be one line`)
    return text
  }
  const statement =
    asked.statement === undefined ? '' : `\n\n${readLine('statement', asked.statement)}`
  const rest = fields.flatMap(([key, name]) =>
    asked[key] === undefined ? [] : [`${name}: ${readLine(key, asked[key])}`],
  )
  if (asked.resources !== undefined) {
    if (!Array.isArray(asked.resources) || asked.resources.length > 50)
      throw invalidParams('resources must be a list')
    rest.push('Resources:', ...asked.resources.map((one) => `- ${readLine('resources', one)}`))
  }
  const end = rest.length > 0 ? `\n\n${rest.join('\n')}` : ''
  return `${domain} wants you to sign in with your Solana account:\n${address}${statement}${end}`
}

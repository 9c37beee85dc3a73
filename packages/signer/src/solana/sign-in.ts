import { toRecord } from '../chain.ts'
import { invalidParams, requireText } from '../family/bytes.ts'

const fieldLabels = [
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
 * are filled in; a domain of another site or an account other than the given one is refused.
 * Errors: -32602.
 */
export function signInText(input: unknown, origin: string, address: string): string {
  const signInInput = toRecord(input)
  const { host } = URL.canParse(origin) ? new URL(origin) : { host: origin }
  const domain =
    signInInput.domain === undefined ? host : requireText(signInInput.domain, 'domain', 300)
  if (domain !== host)
    throw invalidParams(`The sign-in is for ${domain.slice(0, 60)}, the page is ${host}`)
  if (signInInput.address !== undefined && signInInput.address !== address)
    throw invalidParams('The sign-in is for another account')
  const readLine = (name: string, value: unknown): string => {
    const text = requireText(value, name, 2_000)
    if (/[\n\r]/.test(text)) throw invalidParams(`${name} must be one line`)
    return text
  }
  const statement =
    signInInput.statement === undefined ? '' : `\n\n${readLine('statement', signInInput.statement)}`
  const fieldLines = fieldLabels.flatMap(([key, name]) =>
    signInInput[key] === undefined ? [] : [`${name}: ${readLine(key, signInInput[key])}`],
  )
  if (signInInput.resources !== undefined) {
    if (!Array.isArray(signInInput.resources) || signInInput.resources.length > 50)
      throw invalidParams('resources must be a list')
    fieldLines.push(
      'Resources:',
      ...signInInput.resources.map((resource) => `- ${readLine('resources', resource)}`),
    )
  }
  const fieldsText = fieldLines.length > 0 ? `\n\n${fieldLines.join('\n')}` : ''
  return `${domain} wants you to sign in with your Solana account:\n${address}${statement}${fieldsText}`
}

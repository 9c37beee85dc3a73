import type { ApprovalRequest, Warning } from './reading.ts'

/** Fields of a sign-in message (EIP-4361, and CAIP-122 for other chain families). */
export interface SignInMessage {
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly uri: string
  readonly chainId?: string
  readonly expirationTime?: string
}

const headPattern =
  /^(?:(https?):\/\/)?([^\s/?#@]+) wants you to sign in with your ([A-Z][A-Za-z ]{0,20}) account:\n([^\n]{1,128})\n/
const labelPattern =
  /^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): (.*)$/

/** Reads a sign-in message; null when the text does not follow the format exactly. */
export function readSignIn(text: string): SignInMessage | null {
  const headMatch = headPattern.exec(text)
  if (!headMatch || text.length > 8192) return null
  const textAfterHead = text.slice(headMatch[0].length)
  // After the address there is either one empty line, or the statement between two empty lines.
  const statementMatch =
    /^\n([^\n]+)\n\n/.exec(textAfterHead) ?? /^\n()\n?(?=URI: )/.exec(textAfterHead)
  if (!statementMatch) return null
  const fields = new Map<string, string>()
  const lines = textAfterHead.slice(statementMatch[0].length).replace(/\n$/, '').split('\n')
  for (const [i, line] of lines.entries()) {
    if (line === 'Resources:') {
      if (lines.slice(i + 1).some((one) => !one.startsWith('- '))) return null
      break
    }
    const [, name = '', value = ''] = labelPattern.exec(line) ?? []
    if (!name || fields.has(name)) return null
    fields.set(name, value)
  }
  const uri = fields.get('URI')
  if (
    uri === undefined ||
    fields.get('Version') !== '1' ||
    !/^[a-z0-9]{8,}$/i.test(fields.get('Nonce') ?? '')
  )
    return null
  const [, , domain = '', , address = ''] = headMatch
  const [statement, chainId, expirationTime] = [
    statementMatch[1],
    fields.get('Chain ID'),
    fields.get('Expiration Time'),
  ]
  return {
    domain,
    address,
    uri,
    ...(statement && { statement }),
    ...(chainId !== undefined && { chainId }),
    ...(expirationTime !== undefined && { expirationTime }),
  }
}

/** Whether a text looks like a sign-in message, well-formed or not. */
export function isLikeSignIn(text: string): boolean {
  return /wants\s+you\s+to\s+sign\s+in/i.test(text)
}

/** Warnings about a sign-in message that is not for this page or this account. */
export function signInWarnings(
  message: SignInMessage,
  request: ApprovalRequest,
): readonly Warning[] {
  const chainReference = request.chain.slice(request.chain.indexOf(':') + 1)
  const isOtherAddress = /^0x/i.test(request.account)
    ? message.address.toLowerCase() !== request.account.toLowerCase()
    : message.address !== request.account
  const expiryWarnings =
    message.expirationTime === undefined ? undefined : Date.parse(message.expirationTime)
  return [
    ...(message.domain !== hostOfOrigin(request.site) || originOfUri(message.uri) !== request.site
      ? (['domain-mismatch'] as const)
      : []),
    ...(isOtherAddress ? (['account-mismatch'] as const) : []),
    ...(request.chain.startsWith('eip155:') && message.chainId !== chainReference
      ? (['chain-mismatch'] as const)
      : []),
    ...(expiryWarnings !== undefined && !(expiryWarnings > request.now)
      ? (['expired'] as const)
      : []),
  ]
}

function hostOfOrigin(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function originOfUri(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}

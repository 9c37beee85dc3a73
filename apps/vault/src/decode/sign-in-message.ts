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

const head =
  /^(?:(https?):\/\/)?([^\s/?#@]+) wants you to sign in with your ([A-Z][A-Za-z ]{0,20}) account:\n([^\n]{1,128})\n/
const label = /^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): (.*)$/

/** Reads a sign-in message; null when the text does not follow the format exactly. */
export function readSignIn(text: string): SignInMessage | null {
  const start = head.exec(text)
  if (!start || text.length > 8192) return null
  const rest = text.slice(start[0].length)
  // Either one empty line, or the statement between two empty lines.
  const stated = /^\n([^\n]+)\n\n/.exec(rest) ?? /^\n()\n?(?=URI: )/.exec(rest)
  if (!stated) return null
  const fields = new Map<string, string>()
  const lines = rest.slice(stated[0].length).replace(/\n$/, '').split('\n')
  for (const [i, line] of lines.entries()) {
    if (line === 'Resources:') {
      if (lines.slice(i + 1).some((one) => !one.startsWith('- '))) return null
      break
    }
    const [, name = '', value = ''] = label.exec(line) ?? []
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
  const [, , domain = '', , address = ''] = start
  const [statement, chainId, expirationTime] = [
    stated[1],
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

/** Whether a text looks like a sign-in message. */
export function isLikeSignIn(text: string): boolean {
  return /wants\s+you\s+to\s+sign\s+in/i.test(text)
}

/** Warnings for fields of a sign-in that do not fit the page or the account. */
export function signInWarnings(message: SignInMessage, asked: ApprovalRequest): readonly Warning[] {
  const reference = asked.chain.slice(asked.chain.indexOf(':') + 1)
  const isOtherAddress = /^0x/i.test(asked.account)
    ? message.address.toLowerCase() !== asked.account.toLowerCase()
    : message.address !== asked.account
  const expires =
    message.expirationTime === undefined ? undefined : Date.parse(message.expirationTime)
  return [
    ...(message.domain !== hostOf(asked.site) || originOf(message.uri) !== asked.site
      ? (['domain-mismatch'] as const)
      : []),
    ...(isOtherAddress ? (['account-mismatch'] as const) : []),
    ...(asked.chain.startsWith('eip155:') && message.chainId !== reference
      ? (['chain-mismatch'] as const)
      : []),
    ...(expires !== undefined && !(expires > asked.now) ? (['expired'] as const) : []),
  ]
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null
}

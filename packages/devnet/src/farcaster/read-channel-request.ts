import { randomBytes } from 'node:crypto'
import type { Channel } from './channels.ts'

const optionalFields = ['notBefore', 'expirationTime', 'requestId', 'redirectUrl'] as const

/** Reads the body of `POST /v1/channel`; a missing nonce is generated, as on the public relay. */
export function readChannelRequest(
  body: string,
): Pick<Channel, 'request' | 'acceptAuthAddress'> | { readonly fault: string } {
  const parsedBody = parseBody(body)
  const {
    siweUri,
    domain,
    nonce = randomBytes(12).toString('hex'),
    acceptAuthAddress = true,
  } = parsedBody
  if (typeof siweUri !== 'string' || !URL.canParse(siweUri))
    return { fault: 'body/siweUri must be a URI' }
  if (typeof domain !== 'string' || !/^[\w.-]+(?::\d+)?$/.test(domain))
    return { fault: 'body/domain must be a domain' }
  if (domain.includes('farcaster.xyz')) return { fault: 'body/domain is refused' }
  if (typeof nonce !== 'string' || !/^[a-zA-Z0-9]{8,128}$/.test(nonce))
    return { fault: 'body/nonce must be alphanumeric' }
  if (typeof acceptAuthAddress !== 'boolean')
    return { fault: 'body/acceptAuthAddress must be boolean' }
  const optionalValues: Partial<Record<(typeof optionalFields)[number], string>> = {}
  for (const name of optionalFields) {
    const value = parsedBody[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || value.length > 2048)
      return { fault: `body/${name} must be a string` }
    const isTime = name === 'notBefore' || name === 'expirationTime'
    if (isTime && Number.isNaN(Date.parse(value))) return { fault: `body/${name} must be a time` }
    if (name === 'redirectUrl' && !URL.canParse(value))
      return { fault: `body/${name} must be a URI` }
    optionalValues[name] = value
  }
  return { request: { siweUri, domain, nonce, ...optionalValues }, acceptAuthAddress }
}

function parseBody(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

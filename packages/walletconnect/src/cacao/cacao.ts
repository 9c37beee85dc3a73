import { type AccountId, isAccountId } from '@latchkey/protocol'

/** The fields of a sign-in message. Source: CAIP-122, with the field names of CAIP-74. */
export interface SignInFields {
  readonly domain: string
  /** Address of the page that requests the sign-in. */
  readonly aud: string
  readonly version: string
  readonly nonce: string
  /** Time of signing, in ISO 8601. */
  readonly iat: string
  readonly statement?: string
  /** Time after which the signature is invalid, in ISO 8601. */
  readonly exp?: string
  /** Time before which the signature is invalid, in ISO 8601. */
  readonly nbf?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** A signed sign-in as CAIP-74 defines it. */
export interface Cacao {
  readonly h: { readonly t: 'caip122' | 'eip4361' }
  readonly p: SignInFields & {
    /** The signing account: `did:pkh:` followed by its CAIP-10 id. */
    readonly iss: string
  }
  readonly s: { readonly t: string; readonly s: string; readonly m?: string }
}

/** Maximum length of one field of a sign-in, in characters. */
export const fieldLimit = 8192
const resourceLimit = 64

/** The `did:pkh` of an account, such as `did:pkh:eip155:1:0x…`. */
export function issuerOf(account: AccountId): string {
  return `did:pkh:${account}`
}

/** The account of a `did:pkh`; undefined for other text. */
export function accountOfIssuer(issuer: unknown): AccountId | undefined {
  if (typeof issuer !== 'string' || !issuer.startsWith('did:pkh:')) return undefined
  const account = issuer.slice('did:pkh:'.length)
  return isAccountId(account) ? account : undefined
}

/**
 * Reads the known fields of a sign-in, each bounded and on one line; undefined when one is missing
 * or malformed.
 */
export function readSignInFields(value: unknown): SignInFields | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const isText = (text: unknown): text is string =>
    typeof text === 'string' && text.length <= fieldLimit && !/[\r\n]/.test(text)
  const { domain, aud, version, nonce, iat, resources } = fields
  if (![domain, aud, nonce, iat].every((text) => isText(text) && text !== '') || version !== '1')
    return undefined
  const signInFields: Record<string, unknown> = { domain, aud, version, nonce, iat }
  for (const name of ['statement', 'exp', 'nbf', 'requestId']) {
    const text = fields[name]
    if (text === undefined || text === null) continue
    if (!isText(text)) return undefined
    signInFields[name] = text
  }
  if (resources !== undefined && resources !== null) {
    if (!Array.isArray(resources) || resources.length > resourceLimit || !resources.every(isText))
      return undefined
    signInFields.resources = [...resources]
  }
  return signInFields as unknown as SignInFields
}

/** Reads a wallet's cacao and checks its shape, not its signature; undefined when malformed. */
export function readCacao(value: unknown): Cacao | undefined {
  const { h, p, s } = (value ?? {}) as {
    h?: { t?: unknown }
    p?: { iss?: unknown }
    s?: Record<string, unknown>
  }
  const fields = readSignInFields(p)
  const account = accountOfIssuer(p?.iss)
  const cacaoType = h?.t
  const [kind, signature, meta] = [s?.t, s?.s, s?.m]
  if (!fields || !account || (cacaoType !== 'caip122' && cacaoType !== 'eip4361')) return undefined
  if (typeof kind !== 'string' || kind.length > 32) return undefined
  if (typeof signature !== 'string' || signature === '' || signature.length > 65_536)
    return undefined
  return {
    h: { t: cacaoType },
    p: { ...fields, iss: issuerOf(account) },
    s: {
      t: kind,
      s: signature,
      ...(typeof meta === 'string' && meta.length <= fieldLimit ? { m: meta } : {}),
    },
  }
}

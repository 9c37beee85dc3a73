import type { SignInChallenge } from '@latchkey/core'
import { type ChainId, isChainId, namespaceOf } from '@latchkey/protocol'
import { type Cacao, readSignInFields, type SignInFields } from './cacao.ts'
import { formatRecap, makeRecap } from './recap.ts'
import { statementOf } from './sign-in-text.ts'

/**
 * A page's request for a sign-in (`wc_sessionAuthenticate`). The wallet chooses the account, on one
 * of these chains, which belong to one namespace.
 */
export interface AuthPayload extends SignInFields {
  readonly type: 'caip122'
  readonly chains: readonly ChainId[]
}

/**
 * Creates a payload that requests a sign-in and, with the same signature, permission for the given
 * methods.
 */
export function makeAuthPayload(
  challenge: SignInChallenge,
  chains: readonly ChainId[],
  methods: readonly string[],
): AuthPayload {
  const {
    domain,
    uri,
    nonce,
    statement,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  } = challenge
  const firstChain = chains[0]
  const recap =
    firstChain && methods.length > 0
      ? [formatRecap(makeRecap(namespaceOf(firstChain), methods))]
      : []
  const allResources = [...(resources ?? []), ...recap]
  return {
    type: 'caip122',
    chains,
    ...(statement === undefined ? {} : { statement }),
    aud: uri,
    domain,
    version: '1',
    nonce,
    iat: issuedAt,
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(allResources.length === 0 ? {} : { resources: allResources }),
  }
}

/**
 * Reads a page's payload; undefined when it is malformed, or names no chain or several namespaces.
 */
export function readAuthPayload(value: unknown): AuthPayload | undefined {
  const fields = readSignInFields(value)
  const chains = (value as { chains?: unknown } | null | undefined)?.chains
  if (!fields || !Array.isArray(chains) || chains.length === 0 || chains.length > 256)
    return undefined
  if (!chains.every(isChainId) || new Set(chains.map(namespaceOf)).size !== 1) return undefined
  return { ...fields, type: 'caip122', chains: [...new Set(chains)] }
}

/**
 * Whether a cacao signs the requested payload, with the same page, nonce, times and request id. The
 * wallet may only narrow the recap and add the recap's sentence to the statement.
 */
export function answersPayload({ p }: Cacao, payload: AuthPayload): boolean {
  const hasSameFields = (
    ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId'] as const
  ).every((name) => p[name] === payload[name])
  const plainResources = ({ resources }: SignInFields) =>
    (resources ?? []).filter((resource) => !resource.startsWith('urn:recap:'))
  const hasSameResources = plainResources(p).join('\n') === plainResources(payload).join('\n')
  const expectedStatement = statementOf({
    ...p,
    ...(payload.statement === undefined ? {} : { statement: payload.statement }),
  })
  const hasExpectedStatement = [
    payload.statement,
    expectedStatement,
    statementOf(payload),
  ].includes(p.statement)
  return (
    hasSameFields &&
    hasSameResources &&
    hasExpectedStatement &&
    payload.chains.some((chain) => p.iss.startsWith(`did:pkh:${chain}:`))
  )
}

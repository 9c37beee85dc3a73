import { type ChainId, isChainId } from '@latchkey/protocol'
import { type AuthPayload, readAuthPayload } from '../cacao/auth-payload.ts'
import type { Hex32, Metadata } from '../contract.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { checkProposal } from '../namespaces/check-proposal.ts'
import { isFieldRecord } from '../namespaces/entries.ts'
import { readProposal } from '../namespaces/read-proposal.ts'
import type { WalletProposal } from '../wallet-contract.ts'
import { readMetadata } from './read-metadata.ts'

/** Longest time for a user's decision in milliseconds, whatever expiry the page claims. */
const maxDecisionMs = 3_600_000
const defaultLifeMs = 300_000
const propertiesLimit = 64
const propertyLimit = 8192
const maxRequestMs = 604_800_000

/** A received proposal, with the proposer's public key. */
export interface ProposalRequest {
  readonly publicKey: Hex32
  readonly proposal: WalletProposal
}

/** A one-click sign-in as it was received from a page. */
export interface AuthenticationRequest {
  readonly publicKey: Hex32
  readonly metadata: Metadata
  readonly payload: AuthPayload
  readonly expiresAt: number
}

/** A session request as it was received from a page. */
export interface SessionRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number
}

/**
 * Reads the params of `wc_sessionPropose`; undefined when no answer is possible.
 * @throws `proposal-unsupported` when the required namespaces are malformed
 */
export function readAskedProposal(
  id: number,
  pairingTopic: Hex32,
  params: unknown,
): ProposalRequest | undefined {
  if (!isFieldRecord(params)) return undefined
  const { proposer, requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties } =
    params
  const publicKey = isFieldRecord(proposer) ? proposer.publicKey : undefined
  if (!isHex32(publicKey)) return undefined
  const [ofSession, ofScopes] = [
    readStringFields(sessionProperties),
    readBoundedFields(scopedProperties),
  ]
  return {
    publicKey,
    proposal: {
      id,
      pairingTopic,
      expiresAt: readExpiry(params.expiryTimestamp, defaultLifeMs, maxDecisionMs),
      metadata: readMetadata(isFieldRecord(proposer) ? proposer.metadata : undefined),
      required: checkProposal(requiredNamespaces),
      optional: readProposal(optionalNamespaces),
      ...(ofSession ? { sessionProperties: ofSession } : {}),
      ...(ofScopes ? { scopedProperties: ofScopes } : {}),
    },
  }
}

/** Reads the params of `wc_sessionAuthenticate`; undefined when malformed. */
export function readAskedAuthentication(params: unknown): AuthenticationRequest | undefined {
  if (!isFieldRecord(params) || !isFieldRecord(params.requester)) return undefined
  const { publicKey, metadata } = params.requester
  const payload = readAuthPayload(params.authPayload)
  if (!payload || !isHex32(publicKey)) return undefined
  const expiresAt = readExpiry(params.expiryTimestamp, maxDecisionMs, maxDecisionMs)
  return { publicKey, metadata: readMetadata(metadata), payload, expiresAt }
}

/** Reads the params of `wc_sessionRequest`; undefined when malformed. */
export function readAskedRequest(params: unknown): SessionRequest | undefined {
  if (!isFieldRecord(params) || !isFieldRecord(params.request) || !isChainId(params.chainId))
    return undefined
  const { method, params: requestParams, expiryTimestamp, expiry } = params.request
  if (typeof method !== 'string' || method.length > 128) return undefined
  const expiresAt = readExpiry(expiryTimestamp ?? expiry, defaultLifeMs, maxRequestMs)
  return { chain: params.chainId, method, params: requestParams, expiresAt }
}

function readExpiry(seconds: unknown, defaultMs: number, maxMs: number): number {
  const now = Date.now()
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return now + defaultMs
  return Math.min(seconds * 1000, now + maxMs)
}

function readStringFields(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isFieldRecord(value)) return undefined
  const entries = Object.entries(value)
    .slice(0, propertiesLimit)
    .filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry.join('').length <= propertyLimit,
    )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function readBoundedFields(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isFieldRecord(value) || Object.keys(value).length === 0) return undefined
  return JSON.stringify(value).length <= propertyLimit ? value : undefined
}

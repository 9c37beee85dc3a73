import { type AccountId, addressOf, chainOf, namespaceOf, referenceOf } from '@latchkey/protocol'
import { refuse } from '../errors/siwx-error.ts'
import type { SiwxChallenge } from '../stores/siwx-store.ts'
import type { SiwxMessage } from './parse-message.ts'
import { isRecap, recapSentence } from './recap.ts'

const families: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  stacks: 'Stacks',
}
/** The names that wallets of Solana write for a chain's reference. */
const solanaNames: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}
/** Fields that a wallet must leave exactly as the challenge has them, beside domain and URI. */
const unchanged = [
  'nonce',
  'statement',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

/** What a message has to say. */
interface Expected {
  /** The account that is claimed. */
  readonly account: AccountId
  readonly challenge: SiwxChallenge
  /** Whether the challenge was for no account yet: the same prompt connects and signs in. */
  readonly isConnecting?: boolean
}

/**
 * Checks a signed message against the challenge that its nonce belongs to, and against the account
 * that is claimed: every field, and the time.
 * @throws the refusal of the first field that differs
 */
export function checkMessage(
  message: SiwxMessage,
  expected: Expected,
  site: {
    readonly domain: string
    /** Milliseconds since the epoch. */
    readonly now: number
    readonly clockSkewMs: number
  },
): void {
  const { account } = expected
  const challenge = expected.isConnecting
    ? withRecap(expected.challenge, message)
    : expected.challenge
  const namespace = namespaceOf(account)
  if (!isSameAddress(namespace, message.address, addressOf(account)))
    refuse('sign-in-account-mismatch')
  // Two sites may share a store: a challenge of the other one is none of this site.
  const isThisSite = message.domain === challenge.domain && challenge.domain === site.domain
  if (!isThisSite || message.scheme !== undefined) refuse('sign-in-domain-mismatch')
  if (message.uri !== challenge.uri) refuse('sign-in-uri-mismatch')
  if (!chainNames(namespace, referenceOf(chainOf(account))).includes(message.chainId))
    refuse('sign-in-chain-mismatch')
  for (const field of unchanged) {
    if (message[field] !== challenge[field]) refuseField(field)
  }
  if (message.family !== families[namespace]) refuseField('family')
  if (message.resources?.join('\n') !== challenge.resources?.join('\n')) refuseField('resources')
  checkTime(challenge, site)
}

/**
 * The challenge with what a wallet adds to it when the prompt connects, too (WalletConnect's
 * one-click sign-in): a recap as the last resource, and its sentence behind the statement.
 */
function withRecap(challenge: SiwxChallenge, { resources }: SiwxMessage): SiwxChallenge {
  const recap = resources?.at(-1)
  const sentence = isRecap(recap) ? recapSentence(recap) : undefined
  if (recap === undefined || sentence === undefined) return challenge
  const { statement, resources: own = [] } = challenge
  return {
    ...challenge,
    statement: statement === undefined ? sentence : `${statement} ${sentence}`,
    resources: [...own, recap],
  }
}

/**
 * A server whose clock is behind the one that issued the challenge is forgiven `clockSkewMs`; a
 * challenge never lives longer for it.
 */
function checkTime(
  { issuedAt, notBefore, expirationTime }: SiwxChallenge,
  { now, clockSkewMs }: { readonly now: number; readonly clockSkewMs: number },
): void {
  if (now >= Date.parse(expirationTime)) refuse('sign-in-expired')
  const begin = Math.max(Date.parse(issuedAt), Date.parse(notBefore ?? issuedAt))
  if (begin > now + clockSkewMs) refuse('sign-in-not-yet-valid')
}

function chainNames(namespace: string, reference: string): readonly string[] {
  if (namespace !== 'solana') return [reference]
  const name = Object.hasOwn(solanaNames, reference) ? solanaNames[reference] : undefined
  return name === undefined ? [reference] : [reference, name, `solana:${name}`]
}

/** The letters of an eip155 address are hex; their case is a checksum, and not every wallet writes it. */
function isSameAddress(namespace: string, one: string, other: string): boolean {
  if (namespace === 'eip155') return one.toLowerCase() === other.toLowerCase()
  return one === other
}

function refuseField(field: string): never {
  return refuse('sign-in-message-mismatch', `the text has another ${field} than the challenge`)
}

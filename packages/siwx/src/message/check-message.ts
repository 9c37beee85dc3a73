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
/** Names of Solana's networks that wallets write instead of the CAIP-2 reference. */
const solanaNames: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}
/**
 * Fields that a wallet must copy exactly from the challenge; domain and URI, which have errors of
 * their own, are compared apart.
 */
const unchanged = [
  'nonce',
  'statement',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

/** What a signed message is compared with. */
interface Expected {
  /** The account that the client says has signed. */
  readonly account: AccountId
  readonly challenge: SiwxChallenge
  /**
   * Whether the challenge was issued before the account was known, because one prompt connects and
   * signs in.
   */
  readonly isConnecting?: boolean
}

/**
 * Compares every field of a signed message with the challenge that its nonce belongs to, and with
 * the account that the client says has signed; then checks the time.
 * @throws the error of the first field that differs
 */
export function checkMessage(
  message: SiwxMessage,
  expected: Expected,
  site: {
    readonly domain: string
    /** The present time, in milliseconds since the epoch. */
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
  // Two sites may share a store, and a challenge of the other site must not sign in here.
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
 * Returns the challenge with what a wallet adds to it when one prompt connects and signs in
 * (WalletConnect's one-click authentication): a recap (EIP-5573) as the last resource, and the
 * recap's sentence after the statement.
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
 * Checks that a challenge holds now. The clock of this server may be up to `clockSkewMs`
 * milliseconds behind that of the server that issued the challenge; the end of the challenge is not
 * moved.
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

/**
 * Whether two addresses are the same. The case of an eip155 address is only a checksum, and not
 * every wallet writes it, so it is not compared.
 */
function isSameAddress(namespace: string, one: string, other: string): boolean {
  if (namespace === 'eip155') return one.toLowerCase() === other.toLowerCase()
  return one === other
}

function refuseField(field: string): never {
  return refuse('sign-in-message-mismatch', `the text has another ${field} than the challenge`)
}

import type { Proof, SignInChallenge } from '@latchkey/core'
import { type AccountId, addressOf, type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { networkName } from '../chains.ts'
import { readAccounts, type StandardAccount } from '../connect/account.ts'
import { askFeature, type StandardWallet } from '../connect/standard-wallet.ts'
import { firstAnswerOf } from '../connect/standard-wire.ts'
import { base58 } from '../encoding/base58.ts'
import { readBytes } from '../encoding/bytes.ts'
import { isSignature } from '../encoding/is-signature.ts'

/**
 * Signs in by the feature `solana:signIn`: the wallet writes the text itself, and the answer is
 * accepted only when the text equals the challenge's byte for byte. Throws `feature-unsupported`,
 * `wallet-answer-invalid`.
 */
export async function signIn(
  wallet: StandardWallet,
  parameters: {
    readonly account: AccountId
    readonly challenge: SignInChallenge
    readonly signal: AbortSignal
  },
): Promise<Proof> {
  const { account, challenge, signal } = parameters
  const input = signInInputFor(account, challenge)
  const answer = firstAnswerOf(await askFeature(wallet, 'solana:signIn', input, signal))
  return { account, ...(await checkProof(answer, input)) }
}

/** The text that the feature `signIn` makes a wallet sign, so that a page can show it before. */
export function signInTextOf(parameters: {
  readonly account: AccountId
  readonly challenge: SignInChallenge
}): string {
  return signInText(signInInputFor(parameters.account, parameters.challenge))
}

function signInInputFor(account: AccountId, challenge: SignInChallenge): Input {
  return { ...signInInputOf(challenge, chainOf(account)), address: addressOf(account) }
}

/**
 * Signs in with the request that connects: one prompt for both, with the account that the visitor
 * picks. Throws `account-missing`, `feature-unsupported`, `wallet-answer-invalid`.
 */
export async function connectWithSignIn(
  wallet: StandardWallet,
  parameters: {
    readonly chain: ChainId
    readonly challenge: SignInChallenge
    readonly signal: AbortSignal
  },
): Promise<{ readonly signer: StandardAccount; readonly proof: Proof }> {
  const { chain, challenge, signal } = parameters
  const input = signInInputOf(challenge, chain)
  const answer = firstAnswerOf(await askFeature(wallet, 'solana:signIn', input, signal))
  const [signer] = readAccounts([answer.account]) ?? []
  if (!signer)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'solana:signIn answered no account',
    })
  const { address } = signer
  return {
    signer,
    proof: { account: `${chain}:${address}`, ...(await checkProof(answer, { ...input, address })) },
  }
}

/**
 * The input from which the wallet writes its text. An empty list of resources is left out, because
 * the wallet would write a heading with nothing below.
 */
function signInInputOf(
  { resources, ...challenge }: SignInChallenge,
  chain: ChainId,
): Omit<Input, 'address'> {
  return {
    ...challenge,
    ...(resources?.length && { resources }),
    version: '1',
    chainId: networkName(chain),
  }
}

type Input = Parameters<typeof signInText>[0]

async function checkProof(
  answer: ReturnType<typeof firstAnswerOf>,
  input: Input,
): Promise<Pick<Proof, 'message' | 'signature'>> {
  const signature = readBytes(answer.signature, 64)
  const signedBytes = readBytes(answer.signedMessage)
  const message = signedBytes && new TextDecoder().decode(signedBytes)
  if (
    !signature ||
    message !== signInText(input) ||
    !(await isSignature(input.address, signedBytes ?? signature, signature))
  )
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'solana:signIn answered a proof of something else',
    })
  return { message, signature: base58(signature) }
}

/**
 * The text of Sign In With Solana; unlike in CAIP-122, there is no empty line for a missing
 * statement.
 */
export function signInText(
  input: SignInChallenge & {
    readonly version: string
    readonly chainId: string
    readonly address: string
  },
): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt, resources } = input
  const optionalLines = [
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    ...(statement ? [statement, ''] : []),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...optionalLines,
    ...(resources?.length ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

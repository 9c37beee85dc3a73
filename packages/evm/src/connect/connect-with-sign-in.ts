import type { Proof, SignInChallenge } from '@latchkey/core'
import { accountId, type ChainId, type ErrorCode, referenceOf } from '@latchkey/protocol'
import { readAccounts } from '../encoding/account.ts'
import { isSameAddress } from '../encoding/address.ts'
import { isHex } from '../encoding/hex.ts'
import { explain } from '../errors.ts'
import { askProvider, type Provider } from './provider.ts'

/**
 * Errors after which the wallet is not asked again in another way, because the visitor has decided
 * or is still deciding. Any other error means that the wallet lacks the method or the capability;
 * wallets report that by several codes.
 */
const finalCodes: readonly ErrorCode[] = ['user-rejected', 'rpc-resource-unavailable', 'aborted']

/**
 * Connects and signs in by one prompt (ERC-7846, `wallet_connect` with `signInWithEthereum`). Null
 * when the wallet does not support that; it then has to be asked to connect in the usual way. The
 * proof is absent when the wallet connected, but signed nothing or another text.
 * @throws the wallet's error when the visitor has refused or is still deciding
 */
export async function connectWithSignIn(
  provider: Provider,
  {
    chain,
    challenge,
    signal,
  }: {
    readonly chain: ChainId
    readonly challenge: SignInChallenge
    readonly signal: AbortSignal
  },
): Promise<{ readonly addresses: readonly string[]; readonly proof?: Proof } | null> {
  const chainId = `0x${Number(referenceOf(chain)).toString(16)}`
  const signInWithEthereum = { ...challenge, version: '1', chainId }
  const answer = await askProvider(
    provider,
    'wallet_connect',
    [{ version: '1', capabilities: { signInWithEthereum } }],
    signal,
  ).catch((error: unknown) => {
    if (finalCodes.includes(explain(error))) throw error
    return null
  })
  const accounts = listEntries((answer as { readonly accounts?: unknown } | null)?.accounts)
  const addresses = readAccounts(accounts.map(({ address }) => address))
  if (!addresses || addresses.length === 0) return null
  const proofs = accounts.flatMap(
    (account) => readProof(account, addresses, chain, challenge) ?? [],
  )
  const [proof] = proofs
  return { addresses, ...(proof && { proof }) }
}

interface Entry {
  readonly address?: unknown
  readonly capabilities?: unknown
}

function listEntries(accounts: unknown): readonly Entry[] {
  const entries = Array.isArray(accounts) ? accounts.slice(0, 100) : []
  return entries.filter((entry) => typeof entry === 'object' && entry !== null)
}

/**
 * Reads the proof of one account from the wallet's answer; undefined when there is none, or when it
 * proves something else.
 */
function readProof(
  { address, capabilities }: Entry,
  addresses: readonly `0x${string}`[],
  chain: ChainId,
  challenge: SignInChallenge,
): Proof | undefined {
  const signer = addresses.find((one) => typeof address === 'string' && isSameAddress(one, address))
  const { signInWithEthereum } = (capabilities ?? {}) as { readonly signInWithEthereum?: unknown }
  const { message, signature } = (signInWithEthereum ?? {}) as {
    readonly message?: unknown
    readonly signature?: unknown
  }
  if (!signer || typeof message !== 'string' || message.length > 8_192) return undefined
  if (!isHex(signature) || signature.length < 4 || signature.length > 131_074) return undefined
  if (!isOfChallenge(message, signer, chain, challenge)) return undefined
  return { account: accountId(chain, signer), message, signature }
}

/**
 * Whether a text that a wallet wrote belongs to this challenge. Wallets add fields of their own, so
 * only the domain, the account, the statement, the chain and the nonce are compared; the server
 * verifies the rest.
 */
function isOfChallenge(
  message: string,
  signer: string,
  chain: ChainId,
  { domain, nonce, statement }: SignInChallenge,
): boolean {
  const lines = message.split('\n')
  const [first = '', address = ''] = lines
  return (
    first.replace(/^[a-z][a-z\d+.-]*:\/\//, '') ===
      `${domain} wants you to sign in with your Ethereum account:` &&
    isSameAddress(address, signer) &&
    (statement === undefined || lines[3] === statement) &&
    lines.filter((line) => line.startsWith('Nonce: ')).join() === `Nonce: ${nonce}` &&
    lines.includes(`Chain ID: ${referenceOf(chain)}`)
  )
}

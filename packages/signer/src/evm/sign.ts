import type { Address, Hex, LocalAccount } from 'viem'
import type { SignerChain } from '../chain.ts'
import { ProviderError, rejected } from '../provider/provider-error.ts'
import type { Approve } from '../window/approval.ts'
import { parseMessage, parseTypedData } from './parse-request.ts'

/** What signing a request needs to know about the site. */
export interface SigningContext {
  readonly origin: string
  readonly chain: SignerChain
  /** Returns the key of an address. Throws 4100 for an account that is not granted to the site. */
  readonly keyOf: (address: Address) => LocalAccount
  readonly approve: Approve
}

/** Handles personal_sign (EIP-191). Errors: -32602, 4001, 4100. */
export async function signMessage(context: SigningContext, params: unknown): Promise<Hex> {
  const { account, bytes, text } = parseMessage(params)
  const key = context.keyOf(account)
  const { origin, chain } = context
  const approvalRequest = {
    kind: 'message',
    origin,
    account,
    chain,
    bytes,
    ...(text === undefined ? {} : { text }),
  } as const
  if (!(await context.approve(approvalRequest))) throw rejected()
  return key.signMessage({ message: { raw: bytes } })
}

/**
 * Handles eth_signTypedData_v4 (EIP-712); a domain of another chain is refused. Errors: -32602,
 * 4001, 4100.
 */
export async function signTypedData(context: SigningContext, params: unknown): Promise<Hex> {
  const { account, data } = parseTypedData(params)
  const key = context.keyOf(account)
  const { origin, chain } = context
  const { chainId } = data.domain
  if (chainId !== undefined && Number(chainId) !== chain.id) {
    throw new ProviderError(
      -32602,
      `The domain is of chain ${String(chainId).slice(0, 20)}, the wallet is on ${chain.id}`,
    )
  }
  const approvalRequest = {
    kind: 'typed-data',
    origin,
    account,
    chain,
    primaryType: data.primaryType.slice(0, 100).replaceAll(/\p{C}/gu, ''),
    domain: escapeJson(data.domain),
    message: escapeJson(data.message),
  } as const
  if (!(await context.approve(approvalRequest))) throw rejected()
  try {
    return await key.signTypedData(data as Parameters<typeof key.signTypedData>[0])
  } catch (cause) {
    throw new ProviderError(
      -32602,
      cause instanceof Error ? cause.message.slice(0, 300) : 'typed data is malformed',
    )
  }
}

/** Indented JSON with invisible and direction-changing characters escaped. */
function escapeJson(value: unknown): string {
  const escapeCharacter = (character: string): string =>
    `\\u{${character.codePointAt(0)?.toString(16)}}`
  return JSON.stringify(value, null, 2).replaceAll(/\p{Cf}/gu, escapeCharacter)
}

import type { Kit } from '@latchkey/core'
import { type AccountId, addressOf, chainOf, inWords } from '@latchkey/protocol'
import { chainNumberOf } from '../chains.ts'
import { type ClarityArgument, writeClarity } from '../encoding/clarity-object.ts'
import { clarity } from '../encoding/clarity-value.ts'
import { findActiveStacks } from './ask-active.ts'

/**
 * Asks the connected wallet to sign a structured message (`stx_signStructuredMessage`, SIP-018);
 * the answer is accepted only when the account's own key has signed. Throws `not-connected`,
 * `rpc-invalid-params`, `wallet-answer-invalid`, or the code of the wallet's error.
 *
 * @example
 * const { signature } = await signStructuredMessage(kit, {
 *   message: clarity.tuple({ order: clarity.uint(7n) }),
 *   domain: { name: 'Shop', version: '1.0.0' },
 * })
 */
export function signStructuredMessage(
  kit: Kit,
  parameters: {
    /** A Clarity value, made by `clarity` or by `Cl` of `@stacks/transactions`. */
    readonly message: ClarityArgument
    /** Domain of the message; the chain id is added. */
    readonly domain: { readonly name: string; readonly version: string }
    readonly account?: AccountId
    readonly signal?: AbortSignal
  },
): Promise<{ readonly signature: string; readonly account: AccountId }> {
  return inWords(runSignStructuredMessage(kit, parameters))
}

async function runSignStructuredMessage(
  kit: Kit,
  parameters: {
    /** A Clarity value, made by `clarity` or by `Cl` of `@stacks/transactions`. */
    readonly message: ClarityArgument
    /** Domain of the message; the chain id is added. */
    readonly domain: { readonly name: string; readonly version: string }
    readonly account?: AccountId
    readonly signal?: AbortSignal
  },
): Promise<{ readonly signature: string; readonly account: AccountId }> {
  const { signal } = parameters
  const message = writeClarity(parameters.message)
  const activeAccount = findActiveStacks(kit, parameters.account)
  const { account } = activeAccount
  const domain = clarity.tuple({
    name: clarity.ascii(parameters.domain.name),
    version: clarity.ascii(parameters.domain.version),
    'chain-id': clarity.uint(BigInt(chainNumberOf(chainOf(account)) ?? 0)),
  })
  const answer = await activeAccount.ask('stx_signStructuredMessage', { message, domain }, signal)
  const signature = answer.signature.replace(/^0x/, '').toLowerCase()
  const { checkSignature, structuredHash } = await import('../encoding/signature.ts')
  const hash = structuredHash(domain, message)
  checkSignature({ address: addressOf(account), hash, signature, publicKey: answer.publicKey })
  return { signature, account }
}

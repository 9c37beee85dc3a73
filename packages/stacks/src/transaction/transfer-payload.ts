import type { Transfer } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { type Token, tokenOf } from '../encoding/address.ts'
import { addressHex, clarity, nameHex } from '../encoding/clarity-value.ts'
import { writePostCondition } from '../encoding/post-condition.ts'

/** A token transfer as a contract call. */
export interface TokenCall {
  readonly contract: string
  readonly functionName: 'transfer'
  /** Arguments of the contract call: Clarity values in hex. */
  readonly functionArgs: readonly string[]
  /** Serialised post-conditions, which let exactly the transferred amount leave the sender. */
  readonly postConditions: readonly string[]
}

/**
 * The token of a transfer; undefined for STX. Throws `token-address-required` for an asset that is
 * neither STX nor a SIP-10 token.
 */
export function tokenOfTransfer({ asset }: Pick<Transfer, 'asset'>): Token | undefined {
  if (asset.id.endsWith('/slip44:5757')) return undefined
  const token = tokenOf(asset.id)
  if (!token)
    throw new LatchkeyError('token-address-required', { reason: 'the asset is no SIP-10 token' })
  return token
}

/**
 * The call of a SIP-10 token's `transfer`, with a post-condition that lets nothing but the amount
 * leave the sender.
 */
export function callOfToken(
  { contract, token }: Token,
  { from, to, amount }: Pick<Transfer, 'from' | 'to' | 'amount'>,
): TokenCall {
  const sender = addressOf(from)
  return {
    contract,
    functionName: 'transfer',
    functionArgs: [
      clarity.uint(amount),
      clarity.principal(sender),
      clarity.principal(to),
      clarity.none(),
    ],
    postConditions: [
      writePostCondition({
        kind: 'token',
        principal: sender,
        is: 'equal',
        amount,
        asset: `${contract}::${token}`,
      }),
    ],
  }
}

/** The payload of a transfer's transaction (SIP-005) in hex; nodes estimate the fee from it. */
export function payloadOf(transfer: Transfer): string {
  const token = tokenOfTransfer(transfer)
  if (!token) {
    const amount = transfer.amount.toString(16).padStart(16, '0')
    return `00${clarity.principal(transfer.to)}${amount}${'00'.repeat(34)}`
  }
  const { contract, functionName, functionArgs } = callOfToken(token, transfer)
  const [address = '', name = ''] = contract.split('.')
  const argumentCount = functionArgs.length.toString(16).padStart(8, '0')
  return `02${addressHex(address)}${nameHex(name)}${nameHex(functionName)}${argumentCount}${functionArgs.join('')}`
}

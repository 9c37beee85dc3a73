import { chainOf, isAccountId } from '@latchkey/protocol'
import { refusal } from '../../base/refuse.ts'
import type { SwapRequest } from '../../ports/swap-port.ts'
import { readToken } from './wire-token.ts'

interface WireSwapRequest {
  readonly from: string
  readonly to: string
  /** Shape of an amount: base units in decimal. */
  readonly amount: string
  readonly side?: 'pay' | 'receive' | undefined
}

const uint256 = 2n ** 256n

/**
 * Reads the parameters of a swap request.
 * @throws a refusal: 400 with the field
 */
export function readSwapRequest({ from, to, amount, side = 'pay' }: WireSwapRequest): SwapRequest {
  const [given, taken] = [readToken(from), readToken(to)]
  if (!given || !taken || !isAccountId(from) || !isAccountId(to))
    throw badRequest('tokens are CAIP-10, as eip155:1:0x…')
  if (chainOf(from) !== chainOf(to)) throw badRequest('both tokens must be on one chain')
  if (given === taken) throw badRequest('a token is not swapped for itself')
  return { chain: chainOf(from), from: given, to: taken, amount: readAmount(amount), side }
}

/**
 * Reads an amount from a request.
 * @throws a refusal: 400
 */
export function readAmount(text: string): bigint {
  const amount = BigInt(text)
  if (amount <= 0n || amount >= uint256)
    throw badRequest('the amount must be above zero and below 2^256')
  return amount
}

function badRequest(reason: string): Error {
  return refusal(400, '', `Conversion parameter error: ${reason}`)
}

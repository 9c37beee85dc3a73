import { type Hex, parseSignature } from 'viem'
import type { Address } from '../wire/fields.ts'
import type { SignedPayment } from './read-payment.ts'

/** The functions of a token that a facilitator calls (EIP-3009, EIP-20). */
export const tokenAbi = [
  {
    type: 'function',
    name: 'transferWithAuthorization',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
      { name: 'v', type: 'uint8' },
      { name: 'r', type: 'bytes32' },
      { name: 's', type: 'bytes32' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'authorizationState',
    stateMutability: 'view',
    inputs: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
    outputs: [{ type: 'bool' }],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

/** Returns the arguments of the token's `transferWithAuthorization` for a payment. */
export function transferArguments({
  authorization: { from, to, value, validAfter, validBefore, nonce },
  signature,
}: SignedPayment): readonly [
  from: Address,
  to: Address,
  value: bigint,
  validAfter: bigint,
  validBefore: bigint,
  nonce: Hex,
  v: number,
  r: Hex,
  s: Hex,
] {
  const { r, s, yParity } = parseSignature(signature)
  return [from, to, value, validAfter, validBefore, nonce, 27 + yParity, r, s]
}

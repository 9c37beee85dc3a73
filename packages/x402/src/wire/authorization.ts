import type { ChainId } from '@latchkey/protocol'
import type { Address } from './fields.ts'
import { evmChainNumber, isAddress, isWord, readFields, readUnits } from './fields.ts'

/** Name and version of a token in the domain of its signatures (EIP-712). */
export interface TokenDomain {
  readonly name: string
  readonly version: string
}

/** What the payer signs (EIP-3009): whoever has the signature can bring about this transfer, once. */
export interface Authorization {
  readonly from: Address
  readonly to: Address
  /** Base units. */
  readonly value: bigint
  /** Seconds since 1970; the transfer is possible after `validAfter` and before `validBefore`. */
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** A random word; a token takes each of an account once. */
  readonly nonce: `0x${string}`
}

/** The types of a token's domain by EIP-712. */
export const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The types of the signed data by EIP-712. */
export const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** The signed data of an authorization, for a wallet or for a check of its signature. */
export function transferData(
  authorization: Authorization,
  { chain, token, domain }: { chain: ChainId; token: Address; domain: TokenDomain },
): {
  domain: TokenDomain & { chainId: number; verifyingContract: Address }
  types: typeof transferTypes
  primaryType: 'TransferWithAuthorization'
  message: Authorization
} {
  return {
    domain: {
      name: domain.name,
      version: domain.version,
      chainId: evmChainNumber(chain),
      verifyingContract: token,
    },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  }
}

/** The authorization as the protocol writes it: numbers in decimals. */
export function writeAuthorization(
  authorization: Authorization,
): Readonly<Record<keyof Authorization, string>> {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return {
    from,
    to,
    value: String(value),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  }
}

/** Reads an authorization that somebody else wrote; undefined when a field is not what it must be. */
export function readAuthorization(value: unknown): Authorization | undefined {
  const fields = readFields(value)
  if (!fields) return undefined
  const { from, to, nonce } = fields
  const units = readUnits(fields.value)
  const validAfter = readUnits(fields.validAfter)
  const validBefore = readUnits(fields.validBefore)
  if (!isAddress(from) || !isAddress(to) || !isWord(nonce)) return undefined
  if (units === undefined || validAfter === undefined || validBefore === undefined) return undefined
  return { from, to, value: units, validAfter, validBefore, nonce }
}

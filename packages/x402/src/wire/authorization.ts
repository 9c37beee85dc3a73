import type { ChainId } from '@latchkey/protocol'
import type { Address } from './fields.ts'
import { evmChainNumber, isAddress, isWord, readFields, readUnits } from './fields.ts'

/** Name and version of a token in the domain of its signatures (EIP-712). */
export interface TokenDomain {
  readonly name: string
  readonly version: string
}

/**
 * The authorization that the payer signs (EIP-3009). Whoever has the signature can cause this
 * transfer, once.
 */
export interface Authorization {
  readonly from: Address
  readonly to: Address
  /** Amount in base units. */
  readonly value: bigint
  /**
   * Seconds since the epoch. The transfer is possible after `validAfter` and before `validBefore`.
   */
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** 32 bytes in hex. A token accepts each nonce of an account only once. */
  readonly nonce: `0x${string}`
}

/** The EIP-712 types of a token's domain. */
export const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The EIP-712 types of the signed data. */
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

/** The typed data of an authorization, for a wallet to sign or for a check of its signature. */
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

/** Writes an authorization as the protocol does, with numbers as decimal texts. */
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

/**
 * Checks an authorization that came from outside; undefined when a field is missing or malformed.
 */
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

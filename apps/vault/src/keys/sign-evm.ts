import { hex } from '@scure/base'
import {
  bytesToHex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  serializeTransaction,
  type TransactionSerializable,
  type TypedDataDefinition,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { signDigest } from './sign-digest.ts'

/** What an account on Ethereum-like chains signs: a message, typed data, or a transaction. */
export type EvmPayload =
  | { readonly kind: 'message'; readonly message: Uint8Array }
  | { readonly kind: 'typed'; readonly typed: TypedDataDefinition }
  | {
      readonly kind: 'transaction'
      readonly transaction: TransactionSerializable
      /** An EIP-7702 authorisation that is signed first and then included in the transaction. */
      readonly authorization?: {
        readonly address: `0x${string}`
        readonly chainId: number
        readonly nonce: number
      }
    }

/**
 * Signs a message (EIP-191) or typed data (EIP-712), which gives 65 bytes in hex; or signs a
 * transaction (legacy with EIP-155, EIP-2930, EIP-1559, EIP-7702), which gives the transaction
 * ready for a node, in hex.
 * @param publicKey - compressed point, hex
 * @throws LatchkeyError `wallet-unopenable`
 */
export function signEvm(payload: EvmPayload, key: Uint8Array, publicKey: string): `0x${string}` {
  const point = hex.decode(publicKey)
  if (payload.kind === 'transaction') {
    const signHash = (digest: `0x${string}`) => {
      const { compactSignature: compact, recovery } = signDigest(hexToBytes(digest), key, point)
      const [r, s] = [bytesToHex(compact.subarray(0, 32)), bytesToHex(compact.subarray(32))]
      return { r, s, yParity: recovery, v: BigInt(27 + recovery) }
    }
    const { authorization } = payload
    const transaction = authorization
      ? {
          ...payload.transaction,
          authorizationList: [{ ...authorization, ...signHash(hashAuthorization(authorization)) }],
        }
      : payload.transaction
    const fullTransaction = transaction as TransactionSerializable
    return serializeTransaction(
      fullTransaction,
      signHash(keccak256(serializeTransaction(fullTransaction))),
    )
  }
  const digest =
    payload.kind === 'message'
      ? hashMessage({ raw: payload.message })
      : hashTypedData(payload.typed)
  const { compactSignature: compact, recovery } = signDigest(hexToBytes(digest), key, point)
  return bytesToHex(Uint8Array.of(...compact, 27 + recovery))
}

import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { isAddress } from '../encoding/address.ts'
import { base58, fromBase58 } from '../encoding/base58.ts'
import { fromBase64, toBase64 } from '../encoding/bytes.ts'
import { readTransaction } from '../transaction/wire-transaction.ts'
import type { Wire } from '../wire.ts'

/** Maximum number of transactions in one request. */
const maxTransactions = 20

/**
 * Answers WalletConnect's methods with a wallet's Wallet Standard features: `solana_signMessage`
 * (base58), `solana_signTransaction`, `solana_signAllTransactions` and
 * `solana_signAndSendTransaction` (base64), with `pubkey`. It cannot answer chain reads. Throws
 * `read-unavailable` for those, `rpc-invalid-params`, `feature-unsupported`, and what the wallet
 * throws.
 */
export async function requestByMethod(
  wire: Wire,
  parameters: {
    readonly chain: ChainId
    readonly method: string
    readonly params?: unknown
    readonly signal?: AbortSignal
  },
): Promise<unknown> {
  const { chain, method, signal } = parameters
  const { pubkey, message, transaction, transactions } = (parameters.params ?? {}) as Readonly<
    Record<string, unknown>
  >
  const requestContext = { address: isAddress(pubkey) ? pubkey : '', chain, signal }
  switch (method) {
    case 'solana_signMessage': {
      const bytes =
        fromBase58(message, 4096) ?? refuseRequest('rpc-invalid-params', 'message is no base58')
      return { signature: base58(await wire.signMessage({ ...requestContext, message: bytes })) }
    }
    case 'solana_signTransaction': {
      const signedBytes = await wire.signTransaction({
        ...requestContext,
        transaction: bytesOfTransaction(transaction),
      })
      const signedTransaction = readTransaction(signedBytes)
      const ownSignature =
        signedTransaction?.signatures[signedTransaction.signers.indexOf(requestContext.address)]
      return {
        ...(ownSignature && { signature: base58(ownSignature) }),
        transaction: toBase64(signedBytes),
      }
    }
    case 'solana_signAllTransactions': {
      if (!wire.signTransactions)
        refuseRequest('feature-unsupported', 'the wallet signs one transaction at a time')
      const transactionList = Array.isArray(transactions)
        ? transactions.slice(0, maxTransactions + 1).map(bytesOfTransaction)
        : []
      if (transactionList.length === 0 || transactionList.length > maxTransactions)
        refuseRequest('rpc-invalid-params', `transactions: 1 to ${maxTransactions} in base64`)
      return {
        transactions: (
          await wire.signTransactions({ ...requestContext, transactions: transactionList })
        ).map(toBase64),
      }
    }
    case 'solana_signAndSendTransaction': {
      if (!wire.sendTransaction)
        refuseRequest('feature-unsupported', 'the wallet signs and does not send')
      const sendRequest = { ...requestContext, transaction: bytesOfTransaction(transaction) }
      return { signature: base58(await wire.sendTransaction(sendRequest)) }
    }
  }
  return refuseRequest(
    'read-unavailable',
    `a wallet of Wallet Standard answers no ${method.slice(0, 64)}`,
  )
}

function bytesOfTransaction(transaction: unknown): Uint8Array {
  return fromBase64(transaction) ?? refuseRequest('rpc-invalid-params', 'transaction is no base64')
}

function refuseRequest(
  code: ConstructorParameters<typeof LatchkeyError>[0],
  reason: string,
): never {
  throw new LatchkeyError(code, { reason })
}

import { LatchkeyError } from '@latchkey/protocol'
import { networkName } from '../chains.ts'
import { isSameBytes, readBytes } from '../encoding/bytes.ts'
import type { Wire, WireRequest } from '../wire.ts'
import { askFeature, hasFeature, type StandardWallet } from './standard-wallet.ts'

/**
 * Sends the actions of this adapter to a Wallet Standard wallet. `rawAccountOf` returns the
 * wallet's own account object for an address, or throws `account-missing`.
 */
export function standardWire(
  wallet: StandardWallet,
  rawAccountOf: (address: string) => object,
): Wire {
  const isLegacyOnly = !acceptsVersion0(wallet)
  const transactionInputOf = ({ address, chain }: WireRequest, transaction: Uint8Array) => {
    const message = transaction[1 + 64 * (transaction[0] ?? 0)] ?? 0
    if (isLegacyOnly && (message & 0x80) !== 0)
      throw new LatchkeyError('feature-unsupported', {
        reason: 'the wallet signs no transaction of version 0',
      })
    return { account: rawAccountOf(address), chain: `solana:${networkName(chain)}`, transaction }
  }
  return {
    isLegacyOnly,
    checkAccount: (address) => void rawAccountOf(address),
    async signMessage({ address, message, signal }) {
      const featureInput = { account: rawAccountOf(address), message: message.slice() }
      const { signedMessage, signature } = firstAnswerOf(
        await askFeature(wallet, 'solana:signMessage', featureInput, signal),
      )
      const signatureBytes = readBytes(signature, 64)
      const signedBytes = readBytes(signedMessage)
      // A wallet may wrap the bytes before it signs; then the signature is not valid for the
      // message.
      if (!signatureBytes || !signedBytes || !isSameBytes(signedBytes, message))
        refuseAnswer('solana:signMessage answered no signature of it')
      return signatureBytes
    },
    async signTransaction(request) {
      const featureInput = transactionInputOf(request, request.transaction)
      const { signedTransaction } = firstAnswerOf(
        await askFeature(wallet, 'solana:signTransaction', featureInput, request.signal),
      )
      return (
        readBytes(signedTransaction) ??
        refuseAnswer('solana:signTransaction answered no transaction')
      )
    },
    async signTransactions({ transactions, ...request }) {
      const featureInput = transactions.map((transaction) =>
        transactionInputOf(request, transaction),
      )
      const answer = await askFeature(
        wallet,
        'solana:signTransaction',
        featureInput,
        request.signal,
      )
      // Reads only as many entries as were asked for, however long the answer is.
      return featureInput.map((_, index) => {
        const { signedTransaction } = firstAnswerOf(Array.isArray(answer) ? [answer[index]] : [])
        return (
          readBytes(signedTransaction) ??
          refuseAnswer('solana:signTransaction answered fewer transactions')
        )
      })
    },
    ...(hasFeature(wallet, 'solana:signAndSendTransaction') && {
      async sendTransaction(request) {
        const featureInput = transactionInputOf(request, request.transaction)
        const { signature } = firstAnswerOf(
          await askFeature(wallet, 'solana:signAndSendTransaction', featureInput, request.signal),
        )
        return (
          readBytes(signature, 64) ??
          refuseAnswer('solana:signAndSendTransaction answered no signature')
        )
      },
    }),
  }
}

/** Whether a wallet signs transactions of version 0; true when it does not list the versions. */
function acceptsVersion0(wallet: StandardWallet): boolean {
  try {
    const features = ['solana:signTransaction', 'solana:signAndSendTransaction'].map(
      (name) => wallet.features[name],
    )
    const signedBytes = features
      .map((feature) => feature?.supportedTransactionVersions)
      .filter(Array.isArray)
    return signedBytes.every((versions) => versions.slice(0, 100).includes(0))
  } catch {
    return true
  }
}

/** Fields of the answers of all signing features, each read once. */
interface SignedAnswer {
  readonly account?: unknown
  readonly signature?: unknown
  readonly signedMessage?: unknown
  readonly signedTransaction?: unknown
}

/**
 * The only entry of a feature's answer, copied so that reading it cannot throw; fields are read by
 * name, because they may be getters of a class.
 */
export function firstAnswerOf(answer: unknown): SignedAnswer {
  try {
    const [first] = (Array.isArray(answer) ? answer : []) as readonly SignedAnswer[]
    if (!first) return {}
    const { account, signature, signedMessage, signedTransaction } = first
    return { account, signature, signedMessage, signedTransaction }
  } catch {
    return {}
  }
}

function refuseAnswer(reason: string): never {
  throw new LatchkeyError('wallet-answer-invalid', { reason })
}

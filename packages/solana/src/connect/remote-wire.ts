import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { base58 } from '../encoding/base58.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { readTransaction } from '../transaction/wire-transaction.ts'
import type { Wire, WireRequest } from '../wire.ts'
import { signatureAnswer, signedAnswer } from './signed-answer.ts'

/**
 * Sends the adapter's requests to a remote wallet by WalletConnect's methods for Solana, with texts
 * in base58 and transactions in base64.
 */
export function remoteWire(session: RemoteSession, addresses: () => readonly string[]): Wire {
  const askSession = ({ address, chain, signal }: WireRequest, method: string, params: object) =>
    race(
      () =>
        session.request(chain, method, { ...params, pubkey: address }, signal ? { signal } : {}),
      signal,
    )
  return {
    checkAccount(address) {
      if (!addresses().includes(address))
        throw new LatchkeyError('account-missing', {
          reason: `the session holds no account ${address}`,
        })
    },
    async signMessage(request) {
      return signatureAnswer(
        await askSession(request, 'solana_signMessage', { message: base58(request.message) }),
      )
    },
    async signTransaction(request) {
      const requestedTransaction = readTransaction(request.transaction)
      if (!requestedTransaction)
        throw new LatchkeyError('rpc-invalid-params', { reason: 'no transaction' })
      const params = { transaction: toBase64(request.transaction) }
      return signedAnswer(
        await askSession(request, 'solana_signTransaction', params),
        requestedTransaction,
        request.address,
      )
    },
    ...(session.methods.solana?.includes('solana_signAndSendTransaction') && {
      async sendTransaction(request) {
        const params = { transaction: toBase64(request.transaction) }
        return signatureAnswer(await askSession(request, 'solana_signAndSendTransaction', params))
      },
    }),
  }
}

import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { base58 } from '../encoding/base58.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { readTransaction } from '../transaction/wire-transaction.ts'
import type { Question, Wire } from '../wire.ts'
import { signatureAnswer, signedAnswer } from './signed-answer.ts'

/**
 * The wire of a remote session: WalletConnect's methods for Solana, with texts in base58 and
 * transactions in base64.
 */
export function remoteWire(session: RemoteSession, addresses: () => readonly string[]): Wire {
  const askSession = ({ address, chain, signal }: Question, method: string, params: object) =>
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
    async signMessage(question) {
      return signatureAnswer(
        await askSession(question, 'solana_signMessage', { message: base58(question.message) }),
      )
    },
    async signTransaction(question) {
      const asked = readTransaction(question.transaction)
      if (!asked) throw new LatchkeyError('rpc-invalid-params', { reason: 'no transaction' })
      const params = { transaction: toBase64(question.transaction) }
      return signedAnswer(
        await askSession(question, 'solana_signTransaction', params),
        asked,
        question.address,
      )
    },
    ...(session.methods.solana?.includes('solana_signAndSendTransaction') && {
      async sendTransaction(question) {
        const params = { transaction: toBase64(question.transaction) }
        return signatureAnswer(await askSession(question, 'solana_signAndSendTransaction', params))
      },
    }),
  }
}

import type { ReadSource } from '@latchkey/core'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { Transaction } from '@scure/btc-signer'
import { toHex } from '../encoding/bytes.ts'
import { broadcastTransaction } from '../node/esplora.ts'

/**
 * Finalises a signed transaction, sends it to the nodes, and answers its id.
 * @throws LatchkeyError `rpc-invalid-params` when signatures are missing, `node-unknown` with the
 *   node's message, `rpc-answer-invalid`
 */
export async function publishSigned(source: ReadSource, signed: Transaction): Promise<string> {
  const finishedTransaction = finishTransaction(signed)
  const { id: txid } = finishedTransaction
  try {
    await broadcastTransaction(source, { hex: toHex(finishedTransaction.extract()), txid })
  } catch (cause) {
    if (hasCode(cause)) throw cause
    const reason = String((cause as { message?: unknown } | null)?.message ?? '').slice(0, 300)
    throw new LatchkeyError('node-unknown', { reason, cause })
  }
  return txid
}

/** Finalises every input that has enough signatures. */
export function finishTransaction(signed: Transaction): Transaction {
  for (let index = 0; index < signed.inputsLength; index++) {
    const { finalScriptWitness, finalScriptSig } = signed.getInput(index)
    if (finalScriptWitness || finalScriptSig) continue
    try {
      signed.finalizeIdx(index)
    } catch (cause) {
      // A partially signed transaction cannot be sent, and wallets refuse it with the same text:
      // "Broadcast not supported for partial signing".
      throw new LatchkeyError('rpc-invalid-params', {
        reason: `input ${index} is not signed, so nothing is sent`,
        cause,
      })
    }
  }
  return signed
}

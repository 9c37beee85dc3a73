import type { ReadSource } from '@latchkey/core'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { toBase64 } from '../encoding/bytes.ts'
import { buildPsbt } from '../transaction/build-psbt.ts'
import { checkSigned } from '../transaction/check-signed.ts'
import { answerError } from '../transaction/open-psbt.ts'
import type { Plan } from '../transaction/plan.ts'
import { finishTransaction, publishSigned } from '../transaction/publish-signed.ts'
import type { Wire } from '../wire.ts'

/**
 * Asks the wallet to sign the inputs of a transfer plan, checks the signed transaction, and sends
 * it to the nodes of `source`. Without `source` the wallet sends the transaction itself. Throws
 * `feature-unsupported`, `aborted`, `wallet-answer-invalid`, and what the wallet or the nodes
 * throw.
 */
export async function signPlan(
  wire: Wire,
  parameters: {
    readonly plan: Plan
    readonly chain: ChainId
    readonly from: string
    readonly publicKey?: string | undefined
    readonly source?: ReadSource | undefined
    readonly signal: AbortSignal
  },
): Promise<{ readonly txid: string }> {
  const { plan, chain, from, publicKey, source, signal } = parameters
  const unsignedPsbt = buildPsbt(plan, { chain, from, publicKey })
  const inputs = plan.inputs.map((_, index) => index)
  if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
  const params = {
    psbt: toBase64(unsignedPsbt.toPSBT()),
    signInputs: inputs.map((index) => ({ index, address: from, publicKey })),
    broadcast: source === undefined,
    network: wire.network(chain),
  }
  const { psbt, txid } = await wire.ask('signPsbt', params, { chain, account: from })
  const signedTransaction = checkSigned(unsignedPsbt, psbt, { inputs })
  if (source) return { txid: await publishSigned(source, signedTransaction) }
  const { id } = finishTransaction(signedTransaction)
  if (txid !== id) throw answerError('the wallet sent nothing, or another transaction')
  return { txid: id }
}

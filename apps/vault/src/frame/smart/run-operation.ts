import type { PlainCall } from '../../decode/evm/abi-calls.ts'
import { operationMethod, type UserOperation } from '../../decode/evm/smart-forms.ts'
import type { OperationSigned } from '../../worker/smart-payload.ts'
import type { SmartAccount } from './account.ts'
import { completeOperation } from './operation.ts'
import { type OperationReceipt, sendOperation, waitForOperation } from './send.ts'
import { type SmartRequest, smartNodeOf } from './smart-request.ts'

/**
 * Completes a user operation, lets the visitor approve it and a worker sign it, and sends it to the
 * bundler.
 */
export async function runOperation(
  context: SmartRequest,
  smart: SmartAccount,
  calls: readonly PlainCall[],
): Promise<{ readonly hash: string; readonly receipt: Promise<OperationReceipt> }> {
  const accountNode = smartNodeOf(context, smart)
  const key = `${smart.chain} ${smart.address}`
  const { shown, signed: signedTransaction } = await context.approve(smart.address, async () => {
    await context.settled.get(key)
    return {
      chain: smart.chain,
      method: operationMethod,
      params: await completeOperation(calls, smart, accountNode),
    }
  })
  const [operation] = shown.params as readonly [UserOperation]
  const hash = await sendOperation(accountNode, operation, signedTransaction as OperationSigned)
  const receipt = waitForOperation(accountNode, hash)
  context.settled.set(
    key,
    receipt.catch(() => null),
  )
  return { hash, receipt }
}

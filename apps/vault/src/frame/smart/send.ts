import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { entryPoint } from '@latchkey/protocol/vault'
import type { UserOperation } from '../../decode/evm/smart-forms.ts'
import { isRecord, ownField } from '../../decode/shapes.ts'
import type { OperationSigned } from '../../worker/smart-payload.ts'
import type { SmartNode } from './node.ts'
import type { SmartRequest } from './smart-request.ts'

/** Milliseconds to wait until a user operation is on the chain. */
const receiptTimeoutMs = 120_000
const pollDelays = { firstMs: 250, mostMs: 2_000 }

/**
 * Sends a signed user operation to the bundler.
 * @throws the bundler's errors | `rpc-answer-invalid` when it answers another hash
 */
export async function sendOperation(
  smartNode: SmartNode,
  operation: UserOperation,
  signedOperation: OperationSigned,
): Promise<string> {
  const { signature, hash } = signedOperation
  const bundlerAnswer = await smartNode.bundler('eth_sendUserOperation', [
    { ...operation, signature },
    entryPoint,
  ])
  if (bundlerAnswer !== hash)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_sendUserOperation' })
  return hash
}

/**
 * Sends a signed transaction of the wallet's EOA to the node.
 * @throws the node's errors | `rpc-answer-invalid` when it answers no hash
 */
export async function sendRawTransaction(
  { node, asked: { chain } }: Pick<SmartRequest, 'node' | 'asked'>,
  signedTransaction: unknown,
): Promise<string> {
  const hash = await node(chain, 'eth_sendRawTransaction', [signedTransaction])
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_sendRawTransaction' })
  return hash
}

/** What the bundler reports of a user operation that is on the chain. */
export interface OperationReceipt {
  readonly isSuccess: boolean
  readonly transaction: string
  /** The bundler's receipt as it came, to pass on to the page. */
  readonly told: Readonly<Record<string, unknown>>
}

/**
 * Asks the bundler for the receipt of a user operation; null while the operation is not on the
 * chain.
 * @throws `rpc-answer-invalid` when the receipt is another operation's
 */
export async function operationReceipt(
  smartNode: SmartNode,
  hash: string,
): Promise<OperationReceipt | null> {
  const bundlerAnswer = await smartNode.bundler('eth_getUserOperationReceipt', [hash])
  if (bundlerAnswer === null) return null
  const receipt = isRecord(bundlerAnswer) ? ownField(bundlerAnswer, 'receipt') : undefined
  const transaction = isRecord(receipt) ? ownField(receipt, 'transactionHash') : undefined
  const isOwnOperation =
    isRecord(bundlerAnswer) &&
    ownField(bundlerAnswer, 'userOpHash') === hash &&
    typeof ownField(bundlerAnswer, 'success') === 'boolean'
  if (!isOwnOperation || typeof transaction !== 'string' || !/^0x[0-9a-f]{64}$/i.test(transaction))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_getUserOperationReceipt' })
  return {
    isSuccess: ownField(bundlerAnswer, 'success') === true,
    transaction,
    told: bundlerAnswer,
  }
}

/**
 * Waits until a user operation is on the chain. When a read from the bundler fails, it is tried
 * again.
 * @throws `operation-dropped` after the timeout | `rpc-answer-invalid`
 */
export async function waitForOperation(
  smartNode: SmartNode,
  hash: string,
): Promise<OperationReceipt> {
  const deadline = Date.now() + receiptTimeoutMs
  for (
    let pollMs = pollDelays.firstMs;
    Date.now() < deadline;
    pollMs = Math.min(pollMs * 1.5, pollDelays.mostMs)
  ) {
    const receipt = await operationReceipt(smartNode, hash).catch((error: unknown) => {
      if (hasCode(error, 'read-unavailable')) return null
      throw error
    })
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new LatchkeyError('operation-dropped', { reason: hash })
}

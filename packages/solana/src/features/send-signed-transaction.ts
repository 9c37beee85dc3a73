import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { AskNode } from '../rpc.ts'

/** Error codes after which it is unknown whether a node has the transaction. */
const undecidedCodes: readonly ErrorCode[] = [
  'aborted',
  'gateway-answer-invalid',
  'gateway-timeout',
  'gateway-unreachable',
  'rpc-answer-invalid',
  'rpc-resource-unavailable',
  'server-error',
]

/**
 * Sends a signed transaction (base64) to a node. It throws only when no node can have accepted it:
 * after a node's refusal, or without any node. After any other error the transaction may have been
 * sent, and its status is read by its signature, which is already known.
 */
export async function sendSignedTransaction(ask: AskNode, transaction: string): Promise<void> {
  try {
    await ask('sendTransaction', [
      transaction,
      { encoding: 'base64', preflightCommitment: 'confirmed' },
    ])
  } catch (error) {
    if (isRefusal(error)) throw error
  }
}

function isRefusal(error: unknown): boolean {
  if (hasCode(error)) return !undecidedCodes.includes(error.code)
  const { code, message, data } = (error ?? {}) as {
    code?: unknown
    message?: unknown
    data?: { err?: unknown } | null
  }
  // A node that already has the transaction, from another node or an earlier attempt, has not
  // refused it.
  return (
    typeof code === 'number' &&
    !/already (been )?processed|AlreadyProcessed/.test(`${message} ${data?.err}`)
  )
}

import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { AskNode } from '../rpc.ts'

/** After these nobody knows whether a node has it. */
const undecided: readonly ErrorCode[] = [
  'aborted',
  'gateway-answer-invalid',
  'gateway-timeout',
  'gateway-unreachable',
  'rpc-answer-invalid',
  'rpc-resource-unavailable',
  'server-error',
]

/**
 * Has a node send a signed transaction (base64). It throws only where none can have taken it: a
 * node's refusal, or nobody to ask. After anything else it may be out, and the chain is asked by
 * its signature, which is known without an answer.
 */
export async function sendSigned(ask: AskNode, transaction: string): Promise<void> {
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
  if (hasCode(error)) return !undecided.includes(error.code)
  const { code, message, data } = (error ?? {}) as {
    code?: unknown
    message?: unknown
    data?: { err?: unknown } | null
  }
  // A list of nodes, or a second try, meets one that has it already.
  return (
    typeof code === 'number' &&
    !/already (been )?processed|AlreadyProcessed/.test(`${message} ${data?.err}`)
  )
}

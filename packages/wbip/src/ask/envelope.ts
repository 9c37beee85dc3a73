import {
  codeOfStacksReason,
  type ErrorCode,
  jsonRpcAnswer,
  LatchkeyError,
} from '@latchkey/protocol'
import { notPlain, plainCopy } from '../encoding/plain-copy.ts'
import { peekAt } from '../wallet/provider.ts'
import { codeOfFailure } from './explain.ts'

/**
 * Returns the result in a wallet's JSON-RPC answer as plain data. The id of the answer is not
 * checked, because wallets choose their own.
 * @throws LatchkeyError `wallet-unknown` without an answer, `wallet-answer-invalid` for a malformed
 *   one, else the code of the wallet's error
 */
export function unwrapAnswer(answer: unknown): unknown {
  if (answer === undefined || answer === null)
    throw new LatchkeyError('wallet-unknown', { sourceCode: -31000 })
  const plainAnswer = plainCopy(answer)
  const envelope = plainAnswer === notPlain ? undefined : jsonRpcAnswer(plainAnswer)
  if (!envelope) throw invalidAnswer('the wallet answered no JSON-RPC 2.0 envelope')
  if ('error' in envelope) throw errorOfFailure(envelope.error, answer)
  return envelope.result
}

/**
 * Converts a wallet's error, whether thrown or in its answer, to a Latchkey error. An object of a
 * wallet that merely looks like a Latchkey error is converted too.
 */
export function errorOfFailure(failure: unknown, cause: unknown = failure): LatchkeyError {
  const innerError = peekAt(failure, 'error')
  const errorLayer = typeof innerError === 'object' && innerError !== null ? innerError : failure
  const errorNumber = peekAt(errorLayer, 'code')
  const message = peekAt(errorLayer, 'message')
  // When the wallet passed on the rejection of a node, the node's reason is used, because it is
  // more precise than the wallet's error number.
  const rejectionCode =
    codeOfStacksReason(peekAt(peekAt(errorLayer, 'data'), 'reason')) ??
    codeOfStacksReason(lastWord(message))
  const code: ErrorCode = rejectionCode ?? codeOfFailure(errorNumber) ?? 'wallet-unknown'
  return new LatchkeyError(code, {
    ...(typeof message === 'string' && message && { reason: message.slice(0, 300) }),
    ...(typeof errorNumber === 'number' && { sourceCode: errorNumber }),
    cause,
  })
}

/**
 * Returns the last word of an error message: some wallets put a node's reason there, together with
 * an error number that says nothing.
 */
function lastWord(message: unknown): string | undefined {
  return typeof message === 'string'
    ? /[A-Za-z]+(?=\W*$)/.exec(message.slice(-100))?.[0]
    : undefined
}

/** Makes the error for a wallet's answer that fails validation. */
export function invalidAnswer(reason: string): LatchkeyError {
  return new LatchkeyError('wallet-answer-invalid', { reason })
}

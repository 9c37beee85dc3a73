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
 * Returns the result of a wallet's JSON-RPC answer as plain data. The id is not checked, because
 * wallets choose their own.
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
 * Converts a wallet's error, thrown or in its answer, to a Latchkey error. A wallet's object that
 * merely looks like a Latchkey error is converted too.
 */
export function errorOfFailure(failure: unknown, cause: unknown = failure): LatchkeyError {
  const innerError = peekAt(failure, 'error')
  const errorLayer = typeof innerError === 'object' && innerError !== null ? innerError : failure
  const errorNumber = peekAt(errorLayer, 'code')
  const message = peekAt(errorLayer, 'message')
  // A node's rejection that the wallet passed on is more precise than the error number around it.
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
 * The last word of an error message: some wallets put the node's reason there, with an error number
 * that means nothing.
 */
function lastWord(message: unknown): string | undefined {
  return typeof message === 'string'
    ? /[A-Za-z]+(?=\W*$)/.exec(message.slice(-100))?.[0]
    : undefined
}

/** The error of an answer that fails validation. */
export function invalidAnswer(reason: string): LatchkeyError {
  return new LatchkeyError('wallet-answer-invalid', { reason })
}

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
 * The result in a wallet's JSON-RPC answer, as plain data. Its id is the wallet's own and proves
 * nothing.
 * @throws LatchkeyError `wallet-unknown` where there is no answer, `wallet-answer-invalid` where it
 *   is none, else what the wallet's error means
 */
export function openAnswer(answer: unknown): unknown {
  if (answer === undefined || answer === null)
    throw new LatchkeyError('wallet-unknown', { sourceCode: -31000 })
  const copy = plainCopy(answer)
  const read = copy === notPlain ? undefined : jsonRpcAnswer(copy)
  if (!read) throw invalidAnswer('the wallet answered no JSON-RPC 2.0 envelope')
  if ('error' in read) throw failureOf(read.error, answer)
  return read.result
}

/**
 * What a wallet threw, or put into its answer, as an error of ours; one that looks like ours is not
 * believed either.
 */
export function failureOf(thrown: unknown, cause: unknown = thrown): LatchkeyError {
  const inner = peekAt(thrown, 'error')
  const layer = typeof inner === 'object' && inner !== null ? inner : thrown
  const number = peekAt(layer, 'code')
  const message = peekAt(layer, 'message')
  // A node's rejection, passed on by the wallet that sent, says more than the number around it.
  const rejected =
    codeOfStacksReason(peekAt(peekAt(layer, 'data'), 'reason')) ??
    codeOfStacksReason(lastWord(message))
  const code: ErrorCode = rejected ?? codeOfFailure(number) ?? 'wallet-unknown'
  return new LatchkeyError(code, {
    ...(typeof message === 'string' && message && { reason: message.slice(0, 300) }),
    ...(typeof number === 'number' && { sourceCode: number }),
    cause,
  })
}

/**
 * Some wallets put the node's word into the message, alone or at its end, and choose whatever
 * number.
 */
function lastWord(message: unknown): string | undefined {
  return typeof message === 'string'
    ? /[A-Za-z]+(?=\W*$)/.exec(message.slice(-100))?.[0]
    : undefined
}

/** An answer that is not believed. */
export function invalidAnswer(reason: string): LatchkeyError {
  return new LatchkeyError('wallet-answer-invalid', { reason })
}

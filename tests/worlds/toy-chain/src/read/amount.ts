import { LatchkeyError } from '@latchkey/protocol'

/** Base units as a node answers them, in decimal text; throws `rpc-answer-invalid`. */
export function readAmount(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^\d{1,39}$/.test(answer))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'the node answered no amount' })
  return BigInt(answer)
}

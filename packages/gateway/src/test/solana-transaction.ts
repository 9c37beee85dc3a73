import { base58 } from '@scure/base'

/** An unsigned transaction of one instruction (legacy form), base64; addresses are base58. */
export function solanaTransaction(parts: {
  readonly payer: string
  readonly blockhash: string
  readonly program: string
  readonly writable: readonly string[]
  readonly readOnly?: readonly string[]
  /** What the instruction is given, in its order. */
  readonly accounts: readonly string[]
  readonly data: readonly number[]
}): string {
  const { payer, blockhash, program, writable, readOnly = [], accounts, data } = parts
  const keys = [payer, ...writable, ...readOnly, program]
  const bytesOf = (text: string): readonly number[] => [...base58.decode(text)]
  const message = [
    1,
    0,
    readOnly.length + 1,
    keys.length,
    ...keys.flatMap(bytesOf),
    ...bytesOf(blockhash),
    1,
    keys.length - 1,
    accounts.length,
    ...accounts.map((one) => keys.indexOf(one)),
    data.length,
    ...data,
  ]
  return Buffer.from([1, ...Array<number>(64).fill(0), ...message]).toString('base64')
}

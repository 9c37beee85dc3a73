import type { Step } from '../reading.ts'
import { hexOfBytes } from '../shapes.ts'
import { decodeText } from '../spell-unseen.ts'
import { base58 } from './base58.ts'
import type { SolanaInstruction, SolanaMessage } from './message.ts'

/** The meaning of one instruction: steps to show, and what it says about the fee. */
export interface DecodedInstruction {
  readonly steps: readonly Step[]
  readonly units?: number
  /** Price of the priority fee: micro-lamports per compute unit. */
  readonly price?: bigint
}

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const budgetProgram = 'ComputeBudget111111111111111111111111111111'
const memoPrograms = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
const maxUint64 = (1n << 64n) - 1n

/**
 * Reads an instruction of the programs for coins and tokens; any other is shown with its program
 * and bytes.
 */
export function readInstruction(instruction: SolanaInstruction): DecodedInstruction {
  const { program, accounts, data } = instruction
  const unknownInstruction: DecodedInstruction = {
    steps: [{ kind: 'program', program, accounts, data: hexOfBytes(data) }],
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program === systemProgram)
    return singleStep(readSystemInstruction(accounts, view)) ?? unknownInstruction
  if (tokenPrograms.includes(program)) return readToken(accounts, view) ?? unknownInstruction
  if (program === associatedTokenProgram)
    return singleStep(readAssociatedToken(accounts, data)) ?? unknownInstruction
  if (program === budgetProgram) return readBudget(view) ?? unknownInstruction
  const memo = memoPrograms.includes(program) ? decodeText(data) : undefined
  return memo === undefined ? unknownInstruction : { steps: [{ kind: 'note', text: memo }] }
}

/**
 * The nonce account of a transaction whose first instruction advances a nonce; undefined for any
 * other. The nonce replaces the blockhash, so such a transaction does not expire.
 */
export function nonceAccountOf({ instructions: [first] }: SolanaMessage): string | undefined {
  const isNonceAdvance =
    first?.program === systemProgram &&
    first.data.length === 4 &&
    first.data.every((byte, i) => byte === (i ? 0 : 4))
  return isNonceAdvance ? first.accounts[0] : undefined
}

function readSystemInstruction(accounts: readonly string[], view: DataView): Step | null {
  const [a, b, c] = accounts
  const size = view.byteLength
  const code = size >= 4 ? view.getUint32(0, true) : -1
  if (code === 2 && size === 12 && a && b)
    return { kind: 'send-coin', amount: view.getBigUint64(4, true), from: a, to: b }
  if (code === 0 && size === 52 && a && b) {
    return {
      kind: 'open-account',
      account: b,
      amount: view.getBigUint64(4, true),
      owner: readKeyAt(view, 20),
    }
  }
  if (code === 1 && size === 36 && a)
    return { kind: 'give-away', what: 'program', account: a, to: readKeyAt(view, 4) }
  // `TransferWithSeed` of the system program; its accounts are sender, base and receiver.
  if (code === 11 && size >= 52 && a && c)
    return { kind: 'send-coin', amount: view.getBigUint64(4, true), from: a, to: c }
  return null
}

function readToken(accounts: readonly string[], view: DataView): DecodedInstruction | null {
  const size = view.byteLength
  const code = size > 0 ? view.getUint8(0) : -1
  const [a, b, c] = accounts
  const amount = size >= 9 ? view.getBigUint64(1, true) : 0n
  const decimals = size === 10 ? view.getUint8(9) : undefined
  if (code === 3 && size === 9 && a && b)
    return singleStep({ kind: 'send-token', amount, from: a, to: b })
  if (code === 12 && decimals !== undefined && a && b && c)
    return singleStep({ kind: 'send-token', token: b, amount, decimals, from: a, to: c })
  if (code === 4 && size === 9 && b) return singleStep(allowanceStep(amount, b))
  if (code === 13 && decimals !== undefined && b && c)
    return singleStep({ ...allowanceStep(amount, c), token: b, decimals })
  if (code === 5 && size === 1 && a) return singleStep({ kind: 'revoke-token' })
  if (code === 6 && (size === 35 || size === 3) && a)
    return singleStep({
      kind: 'give-away',
      what: 'owner',
      account: a,
      to: size === 35 ? readKeyAt(view, 3) : '',
    })
  if (code === 8 && size === 9 && b) return singleStep({ kind: 'burn', token: b, amount })
  if (code === 15 && decimals !== undefined && b)
    return singleStep({ kind: 'burn', token: b, amount, decimals })
  if (code === 9 && size === 1 && a && b)
    return singleStep({ kind: 'close-account', account: a, to: b })
  // `SyncNative` updates a token account's balance of wrapped SOL, and moves nothing.
  if (code === 17 && size === 1) return { steps: [] }
  return null
}

function allowanceStep(amount: bigint, spender: string): Extract<Step, { kind: 'allow-token' }> {
  return { kind: 'allow-token', amount: amount === maxUint64 ? null : amount, spender }
}

function readAssociatedToken([, account, owner]: readonly string[], data: Uint8Array): Step | null {
  const isAccountCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2)
  return isAccountCreation && account && owner
    ? { kind: 'open-account', account, amount: 0n, owner }
    : null
}

function readBudget(view: DataView): DecodedInstruction | null {
  const code = view.byteLength > 0 ? view.getUint8(0) : -1
  if (code === 2 && view.byteLength === 5) return { steps: [], units: view.getUint32(1, true) }
  if (code === 3 && view.byteLength === 9) return { steps: [], price: view.getBigUint64(1, true) }
  return (code === 1 || code === 4) && view.byteLength === 5 ? { steps: [] } : null
}

function readKeyAt(view: DataView, offset: number): string {
  return base58(new Uint8Array(view.buffer, view.byteOffset + offset, 32))
}

function singleStep(step: Step | null): DecodedInstruction | null {
  return step && { steps: [step] }
}

import { getBase58Decoder } from '@solana/kit'
import { formatUnits } from 'viem'
import { toHex } from '../family/bytes.ts'

/** An instruction in readable form. */
export interface DecodedInstruction {
  readonly text: string
  /**
   * For an instruction of the compute budget program: the `price` of a compute unit in
   * micro-lamports, or the number of `units`.
   */
  readonly price?: bigint
  readonly units?: number
}

const systemProgram = '11111111111111111111111111111111'
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memos = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/**
 * Decodes one instruction; an unknown one is shown with its program and bytes. `accounts` are
 * base58, or a description of a lookup-table entry.
 */
export function readInstruction(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): DecodedInstruction {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const accountAt = (i: number): string => accounts[i] ?? '?'
  if (program === systemProgram && data.length === 12 && view.getUint32(0, true) === 2) {
    return {
      text: `Transfer ${formatSol(view.getBigUint64(4, true))}\nfrom ${accountAt(0)}\nto ${accountAt(1)}`,
    }
  }
  if (tokenPrograms.includes(program) && data.length === 10 && data[0] === 12) {
    const amount = formatUnits(view.getBigUint64(1, true), data[9] ?? 0)
    return {
      text: `Transfer ${amount} of token ${accountAt(1)}\nfrom ${accountAt(0)}\nto ${accountAt(2)}`,
    }
  }
  if (tokenPrograms.includes(program) && data.length === 9 && data[0] === 3) {
    return {
      text: `Transfer ${view.getBigUint64(1, true)} base units of a token\nfrom ${accountAt(0)}\nto ${accountAt(1)}`,
    }
  }
  if (
    program === associatedTokenProgram &&
    (data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2))
  ) {
    return {
      text: `Open a token account ${accountAt(1)}\nfor ${accountAt(2)}\ntoken ${accountAt(3)}`,
    }
  }
  if (program === computeBudgetProgram && data.length === 5 && data[0] === 2) {
    const units = view.getUint32(1, true)
    return { text: `At most ${units} compute units`, units }
  }
  if (program === computeBudgetProgram && data.length === 9 && data[0] === 3) {
    const price = view.getBigUint64(1, true)
    return { text: `Priority fee ${price} micro-lamports a unit`, price }
  }
  const accountsText = accounts.length > 0 ? `\naccounts ${accounts.join(', ')}` : ''
  const programName = memos.includes(program) ? 'Memo' : `Program ${program}`
  return { text: `${programName}${accountsText}\ndata ${data.length > 0 ? toHex(data) : '—'}` }
}

/** Formats lamports with their unit. */
export function formatSol(lamports: bigint): string {
  return `${formatUnits(lamports, 9)} SOL`
}

/** Encodes 32 bytes as base58. */
export function base58(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes)
}

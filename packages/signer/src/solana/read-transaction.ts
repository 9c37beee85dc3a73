import {
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { fromBase64, invalidParams } from '../family/bytes.ts'
import { type DecodedInstruction, formatSol, readInstruction } from './read-instruction.ts'

/** A transaction as it was received, and a description of it in readable form. */
export interface DecodedTransaction {
  readonly transaction: Transaction
  /** Addresses of the required signers, in base58. */
  readonly signers: readonly string[]
  readonly payer: string
  /** Fee with its unit: the fee for all signatures plus the priority fee. */
  readonly fee: string
  /** SOL that plain transfers take from `account`, with its unit. */
  readonly amount: string | undefined
  /** One text per instruction. */
  readonly steps: readonly string[]
}

const feePerSignature = 5_000n
const unitsPerInstruction = 200_000

/** Reads a transaction (base64, wire format of up to 1232 bytes). Errors: -32602. */
export function readTransaction(value: unknown, account: string): DecodedTransaction {
  const bytes = fromBase64(value, 'transaction', 1_232)
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    return { transaction, ...explainTransaction(transaction, account) }
  } catch {
    throw invalidParams('transaction is not in the wire format of Solana')
  }
}

function explainTransaction(
  transaction: Transaction,
  account: string,
): Omit<DecodedTransaction, 'transaction'> {
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (message.version !== 'legacy' && message.version !== 0) throw invalidParams('version')
  const accountKeys: readonly string[] = message.staticAccounts
  const rawInstructions = message.instructions.map(
    ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => {
      // Accounts of a lookup table are not in the transaction: they are described as such.
      const names = accountIndices.map(
        (i) => accountKeys[i] ?? `number ${i - accountKeys.length} of the lookup tables`,
      )
      return {
        program: accountKeys[programAddressIndex] ?? '?',
        names,
        data: Uint8Array.from(data),
      }
    },
  )
  const decodedInstructions: readonly DecodedInstruction[] = rawInstructions.map(
    ({ program, names, data }) => readInstruction(program, names, data),
  )
  const units =
    decodedInstructions.find((instruction) => instruction.units !== undefined)?.units ??
    unitsPerInstruction * decodedInstructions.length
  const price =
    decodedInstructions.find((instruction) => instruction.price !== undefined)?.price ?? 0n
  const signatures = message.header.numSignerAccounts
  const lamports = rawInstructions
    .filter(({ program, names, data }) => isTransfer(program, data) && names[0] === account)
    .reduce((sum, { data }) => sum + new DataView(data.buffer).getBigUint64(4, true), 0n)
  return {
    signers: accountKeys.slice(0, signatures),
    payer: accountKeys[0] ?? '?',
    fee: formatSol(
      BigInt(signatures) * feePerSignature + (BigInt(units) * price + 999_999n) / 1_000_000n,
    ),
    amount: lamports > 0n ? formatSol(lamports) : undefined,
    steps: decodedInstructions.map(({ text }) => text),
  }
}

function isTransfer(program: string, data: Uint8Array): boolean {
  return /^1{32}$/.test(program) && data.length === 12 && data[0] === 2
}

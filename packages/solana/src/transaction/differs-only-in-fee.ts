import { LatchkeyError } from '@latchkey/protocol'
import { getCompiledTransactionMessageDecoder } from '@solana/kit'

const budgetProgram = 'ComputeBudget111111111111111111111111111111'
/**
 * Maximum number of compute units of a transaction, also assumed for one that sets a price but no
 * limit.
 */
const maxUnits = 1_400_000n
/** The highest priority fee that a wallet may add itself, in lamports: a hundredth of a SOL. */
const maxFee = 10_000_000n

/**
 * Whether a message differs from `requestedMessage` only in its priority fee: the same payer,
 * signers, lifetime and instructions in the same order, with the same accounts in the same roles.
 * Wallets add the limit and price of compute units to transactions without them. Throws
 * `wallet-answer-invalid` when the fee is above both the requested one and a hundredth of a SOL.
 */
export function differsOnlyInFee(
  requestedMessage: Uint8Array,
  answeredMessage: Uint8Array,
): boolean {
  const [before, after] = [readMessage(requestedMessage), readMessage(answeredMessage)]
  if (!before || !after || before.text !== after.text) return false
  if (after.fee > before.fee && after.fee > maxFee)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: `the wallet set a priority fee of ${after.fee} lamports`,
    })
  return true
}

/**
 * Describes a message without its compute budget as text that can be compared, and gives the
 * highest fee of that budget in lamports; null when the message is invalid.
 */
function readMessage(message: Uint8Array): { readonly text: string; readonly fee: bigint } | null {
  try {
    const compiledMessage = getCompiledTransactionMessageDecoder().decode(message)
    const { version, header, staticAccounts, lifetimeToken } = compiledMessage
    const lookupTables =
      'addressTableLookups' in compiledMessage ? (compiledMessage.addressTableLookups ?? []) : []
    const instructions = 'instructions' in compiledMessage ? compiledMessage.instructions : []
    const { numSignerAccounts: signers } = header
    const accountRole = (accountIndex: number) => {
      const isSigner = accountIndex < signers
      const isWritable = isSigner
        ? accountIndex < signers - header.numReadonlySignerAccounts
        : accountIndex < staticAccounts.length - header.numReadonlyNonSignerAccounts
      return `${staticAccounts[accountIndex]} ${isSigner} ${isWritable}`
    }
    const lookedUpRoles = [
      ...lookupTables.flatMap(({ lookupTableAddress, writableIndexes }) =>
        writableIndexes.map((index) => `${lookupTableAddress} ${index} true`),
      ),
      ...lookupTables.flatMap(({ lookupTableAddress, readonlyIndexes }) =>
        readonlyIndexes.map((index) => `${lookupTableAddress} ${index} false`),
      ),
    ]
    const accountAt = (accountIndex: number) =>
      accountIndex < staticAccounts.length
        ? accountRole(accountIndex)
        : lookedUpRoles[accountIndex - staticAccounts.length]
    const feeBudget = { units: maxUnits, price: 0n }
    const otherInstructions: unknown[] = []
    for (const {
      programAddressIndex,
      accountIndices = [],
      data = new Uint8Array(),
    } of instructions) {
      const bytes = Uint8Array.from(data)
      const program = staticAccounts[programAddressIndex]
      const setsUnitLimit = program === budgetProgram && bytes[0] === 2 && bytes.length === 5
      const setsUnitPrice = program === budgetProgram && bytes[0] === 3 && bytes.length === 9
      if (setsUnitLimit) feeBudget.units = numberOfBytes(bytes)
      else if (setsUnitPrice) feeBudget.price = numberOfBytes(bytes)
      else otherInstructions.push([program, accountIndices.map(accountAt), [...bytes]])
    }
    // Signers are listed even when no instruction uses them, because they are part of the request.
    const signerRoles = Array.from({ length: signers }, (_, accountIndex) =>
      accountRole(accountIndex),
    ).sort()
    const text = JSON.stringify([
      version,
      staticAccounts[0],
      signerRoles,
      lifetimeToken,
      lookupTables,
      otherInstructions,
    ])
    return { text, fee: (feeBudget.units * feeBudget.price) / 1_000_000n }
  } catch {
    return null
  }
}

/** Reads the little-endian number that follows the first byte of an instruction's data. */
function numberOfBytes(bytes: Uint8Array): bigint {
  return bytes.slice(1).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

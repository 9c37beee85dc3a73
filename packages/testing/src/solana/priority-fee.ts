import { fromBase58 } from './bytes.ts'

const budgetProgram = fromBase58('ComputeBudget111111111111111111111111111111')

/**
 * Returns a transaction with the priority fee that a wallet adds. Instructions for the compute-unit
 * limit and price come first and replace existing ones. All signatures are removed, because they
 * covered another message. It handles legacy and version 0, with fewer than 128 keys and
 * instructions.
 */
export function withPriorityFee(
  transaction: Uint8Array,
  {
    units = 200_000,
    microLamports = 50_000n,
  }: { readonly units?: number; readonly microLamports?: bigint } = {},
): Uint8Array {
  const signatures = transaction[0] ?? 0
  const message = transaction.slice(1 + signatures * 64)
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0
  let offset = isVersioned ? 1 : 0
  const takeBytes = (count: number): Uint8Array => {
    offset += count
    return message.slice(offset - count, offset)
  }
  const takeByte = (): number => takeBytes(1)[0] ?? 0
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = takeBytes(3)
  const accountKeys = Array.from({ length: takeByte() }, () => takeBytes(32))
  const blockhash = takeBytes(32)
  const instructions = Array.from({ length: takeByte() }, () => {
    const program = takeByte()
    const accounts = takeBytes(takeByte())
    return { program, accounts, data: takeBytes(takeByte()) }
  })
  const lookupTables = takeBytes(message.length - offset)

  const budgetIndex = accountKeys.findIndex((key) => `${key}` === `${budgetProgram}`)
  const budgetPosition = budgetIndex < 0 ? accountKeys.length : budgetIndex
  // The key of the compute-budget program is added after the static keys, so the indices of keys
  // from lookup tables grow by one.
  const shiftIndex = (index: number): number =>
    budgetIndex < 0 && index >= accountKeys.length ? index + 1 : index
  const budgetInstructions = [
    { program: budgetPosition, accounts: [], data: [2, ...littleEndian(BigInt(units), 4)] },
    { program: budgetPosition, accounts: [], data: [3, ...littleEndian(microLamports, 8)] },
  ]
  const otherInstructions = instructions.filter(({ program }) => program !== budgetIndex)
  const allInstructions = [...budgetInstructions, ...otherInstructions]
  return Uint8Array.from([
    signatures,
    ...new Uint8Array(signatures * 64),
    ...(isVersioned ? [0x80] : []),
    signers,
    readonlySigners,
    budgetIndex < 0 ? readonlyOthers + 1 : readonlyOthers,
    budgetIndex < 0 ? accountKeys.length + 1 : accountKeys.length,
    ...accountKeys.flatMap((key) => [...key]),
    ...(budgetIndex < 0 ? budgetProgram : []),
    ...blockhash,
    allInstructions.length,
    ...allInstructions.flatMap(({ program, accounts, data }) => {
      const accountIndexes = Array.from(accounts, shiftIndex)
      return [program, accountIndexes.length, ...accountIndexes, data.length, ...data]
    }),
    ...lookupTables,
  ])
}

function littleEndian(value: bigint, width: number): readonly number[] {
  return Array.from({ length: width }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))
}

import { type CompiledTransactionMessage, decompileTransactionMessage } from '@solana/kit'

/** Lamports that each signature of a transaction costs. */
const feePerSignature = 5000n
const budgetProgram = 'ComputeBudget111111111111111111111111111111'

/**
 * The fee of a transaction in lamports: a fixed fee per signature, plus either the reserved compute
 * units at the offered price (rounded up) or, in version 1, the offered total.
 */
export function feeOfMessage(message: CompiledTransactionMessage): bigint {
  const signatures = feePerSignature * BigInt(message.header.numSignerAccounts)
  if (message.version === 1) {
    const { config } = decompileTransactionMessage(
      message as Parameters<typeof decompileTransactionMessage>[0],
    ) as {
      readonly config?: { priorityFeeLamports?: bigint }
    }
    return signatures + (config?.priorityFeeLamports ?? 0n)
  }
  const computeBudget = { limit: 200_000n * BigInt(message.instructions.length), price: 0n }
  for (const { programAddressIndex, data } of message.instructions) {
    if (message.staticAccounts[programAddressIndex] !== budgetProgram || !data) continue
    const littleEndianValue = Array.from(data.slice(1)).reduceRight(
      (sum, byte) => sum * 256n + BigInt(byte),
      0n,
    )
    if (data[0] === 2) computeBudget.limit = littleEndianValue
    if (data[0] === 3) computeBudget.price = littleEndianValue
  }
  const priority = (computeBudget.limit * computeBudget.price + 999_999n) / 1_000_000n
  return signatures + priority
}

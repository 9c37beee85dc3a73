import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Lifetime } from './lifetime.ts'

export interface TransferPlan {
  /** Base58. */
  readonly from: string
  readonly to: string
  /** Lamports. */
  readonly amount: bigint
  readonly lifetime: Lifetime
  /** Micro-lamports for a compute unit. */
  readonly unitPrice: bigint
  readonly unitLimit: number
}

const systemProgram = '11111111111111111111111111111111' as Address
const budgetProgram = 'ComputeBudget111111111111111111111111111111' as Address

/** An unsigned transaction of version 0 that moves SOL, and the message in it. */
export function buildTransfer(plan: TransferPlan): { readonly transaction: Uint8Array; readonly message: Uint8Array } {
  const { from, to, amount, lifetime, unitPrice, unitLimit } = plan
  const instructions: readonly Instruction[] = [
    { programAddress: budgetProgram, data: packed([2, 1], [BigInt(unitLimit), 4]) },
    { programAddress: budgetProgram, data: packed([3, 1], [unitPrice, 8]) },
    {
      programAddress: systemProgram,
      accounts: [
        { address: from as Address, role: AccountRole.WRITABLE_SIGNER },
        { address: to as Address, role: AccountRole.WRITABLE },
      ],
      data: packed([2, 4], [amount, 8]),
    },
  ]
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(from as Address, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: lifetime.blockhash as Blockhash, lastValidBlockHeight: lifetime.lastValidBlockHeight },
          message,
        ),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  )
  return {
    transaction: Uint8Array.from(getTransactionEncoder().encode(compiled)),
    message: Uint8Array.from(compiled.messageBytes),
  }
}

/** Little-endian numbers, each with its width in bytes. */
function packed(...numbers: readonly (readonly [number | bigint, number])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([number, width]) =>
      Array.from({ length: width }, (_, i) => Number((BigInt(number) >> BigInt(8 * i)) & 255n)),
    ),
  )
}

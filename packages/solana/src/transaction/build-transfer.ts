import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  isOffCurveAddress,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import type { TokenPlan } from '../token/token-plan.ts'
import type { Lifetime } from './lifetime.ts'

export interface TransferPlan {
  /** Address of the sender, in base58. */
  readonly from: string
  readonly to: string
  /** Amount in lamports; for a token, in its base units. */
  readonly amount: bigint
  readonly token?: TokenPlan | undefined
  readonly lifetime: Lifetime
  /** Price of a compute unit, in micro-lamports. */
  readonly unitPrice: bigint
  readonly unitLimit: number
  /** Version of the transaction; default 0. */
  readonly version?: 0 | 'legacy'
}

const systemProgram = '11111111111111111111111111111111' as Address
const budgetProgram = 'ComputeBudget111111111111111111111111111111' as Address

/**
 * Whether no private key can exist for an address, because it belongs to a program or is mistyped.
 */
export function isProgramAddress(address: string): boolean {
  return isOffCurveAddress(address as Address)
}

/** An unsigned transaction that sends SOL or a token, and its message. */
export function buildTransfer(plan: TransferPlan): {
  readonly transaction: Uint8Array
  readonly message: Uint8Array
} {
  const { from, lifetime, unitPrice, unitLimit, version = 0 } = plan
  const instructions: readonly Instruction[] = [
    { programAddress: budgetProgram, data: packNumbers([2, 1], [BigInt(unitLimit), 4]) },
    { programAddress: budgetProgram, data: packNumbers([3, 1], [unitPrice, 8]) },
    ...(plan.token ? tokenInstructions(plan.token) : [coinInstruction(plan)]),
  ]
  const compiledTransaction = compileTransaction(
    pipe(
      // The library has a separate type for each version, but the calls below are the same for all
      // versions.
      createTransactionMessage({ version: version as 0 }),
      (message) => setTransactionMessageFeePayer(from as Address, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: lifetime.blockhash as Blockhash,
            lastValidBlockHeight: lifetime.lastValidBlockHeight,
          },
          message,
        ),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  )
  return {
    transaction: Uint8Array.from(getTransactionEncoder().encode(compiledTransaction)),
    message: Uint8Array.from(compiledTransaction.messageBytes),
  }
}

function coinInstruction({ from, to, amount }: TransferPlan): Instruction {
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from as Address, role: AccountRole.WRITABLE_SIGNER },
      { address: to as Address, role: AccountRole.WRITABLE },
    ],
    data: packNumbers([2, 4], [amount, 8]),
  }
}

function tokenInstructions({
  wish,
  program,
  sources,
  destination,
  deposit,
}: TokenPlan): readonly Instruction[] {
  const sender = createNoopSigner(wish.from as Address)
  const mint = wish.mint as Address
  const createAccountInstruction = getCreateAssociatedTokenIdempotentInstruction({
    payer: sender,
    ata: destination as Address,
    owner: wish.to as Address,
    mint,
    tokenProgram: program as Address,
  })
  const transferInstructions = sources.map(({ address, amount }) =>
    getTransferCheckedInstruction(
      {
        source: address as Address,
        mint,
        destination: destination as Address,
        authority: sender,
        amount,
        decimals: wish.decimals,
      },
      { programAddress: program as Address },
    ),
  )
  return deposit === undefined
    ? transferInstructions
    : [createAccountInstruction, ...transferInstructions]
}

/** Writes numbers in little-endian order, each in the given number of bytes. */
function packNumbers(...numbers: readonly (readonly [number | bigint, number])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([number, width]) =>
      Array.from({ length: width }, (_, i) => Number((BigInt(number) >> BigInt(8 * i)) & 255n)),
    ),
  )
}

import {
  type Address,
  address,
  type CompiledTransactionMessage,
  getAddressDecoder,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** Balances of an account before or after a transaction. */
export interface Holding {
  readonly lamports: bigint
  /** Balance of the token, when the account is a token account. */
  readonly token?: {
    readonly mint: string
    readonly owner: string
    readonly amount: bigint
    readonly decimals: number
    readonly programId: string
  }
}

/** An executed transaction with the balances of its accounts before and after. */
export interface RecordedTransaction {
  readonly slot: bigint
  /** Time of the transaction's block, in seconds since the epoch. */
  readonly blockTime: number
  readonly err: unknown
  readonly fee: bigint
  readonly logs: readonly string[]
  readonly keys: readonly string[]
  readonly before: readonly Holding[]
  readonly after: readonly Holding[]
  /** The transaction's compiled message; absent for an airdrop. */
  readonly message?: CompiledTransactionMessage
}

const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/**
 * Length in bytes of a token account without extensions. A longer account is a token account when
 * the byte at that offset is `accountTypeMark`.
 */
const plainAccountLength = 165
const accountTypeMark = 2

/** Reads the current balances of these accounts. */
export function holdingsOf(svm: LiteSVM, keys: readonly string[]): readonly Holding[] {
  return keys.map((key) => {
    const foundAccount = svm.getAccount(address(key))
    if (!foundAccount.exists) return { lamports: 0n }
    const { data, lamports, programAddress: programId } = foundAccount
    const isToken =
      tokenPrograms.includes(programId) &&
      (data.length === plainAccountLength || data[plainAccountLength] === accountTypeMark)
    if (!isToken) return { lamports: BigInt(lamports) }
    const bytes = Uint8Array.from(data)
    const [mint, owner] = [0, 32].map((offset) => getAddressDecoder().decode(bytes, offset)) as [
      Address,
      Address,
    ]
    const mintAccount = svm.getAccount(mint)
    const decimals = mintAccount.exists ? (mintAccount.data[44] ?? 0) : 0
    const amount = new DataView(bytes.buffer).getBigUint64(64, true)
    return { lamports: BigInt(lamports), token: { mint, owner, amount, decimals, programId } }
  })
}

/**
 * Writes a transaction in the `jsonParsed` format of `getTransaction`, but with unparsed
 * instructions.
 */
export function transactionShape(signature: string, recorded: RecordedTransaction): object {
  const { slot, blockTime, err, fee, logs, keys, before, after, message } = recorded
  const { numSignerAccounts: signers = 1, numReadonlySignerAccounts: readOnlySigners = 0 } =
    message?.header ?? {}
  const readOnlyCount = message?.header.numReadonlyNonSignerAccounts ?? 0
  const isWritable = (offset: number) =>
    offset < signers ? offset < signers - readOnlySigners : offset < keys.length - readOnlyCount
  const instructions = message && 'instructions' in message ? message.instructions : []
  return {
    slot,
    blockTime,
    version: message?.version ?? 0,
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: keys.map((pubkey, offset) => ({
          pubkey,
          signer: offset < signers,
          writable: isWritable(offset),
          source: 'transaction',
        })),
        instructions: instructions.map(({ programAddressIndex, accountIndices = [] }) => ({
          programId: keys[programAddressIndex],
          accounts: accountIndices.map((offset) => keys[offset]),
          data: '',
        })),
      },
    },
    meta: {
      err,
      fee,
      logMessages: logs,
      preBalances: before.map(({ lamports }) => lamports),
      postBalances: after.map(({ lamports }) => lamports),
      preTokenBalances: before.flatMap(tokenBalance),
      postTokenBalances: after.flatMap(tokenBalance),
    },
  }
}

function tokenBalance({ token }: Holding, accountIndex: number): readonly object[] {
  if (!token) return []
  const { mint, owner, amount, decimals, programId } = token
  return [
    { accountIndex, mint, owner, programId, uiTokenAmount: { amount: String(amount), decimals } },
  ]
}

/** Lists transactions in the format of `getSignaturesForAddress`, newest first. */
export function signaturesOf(
  allTransactions: ReadonlyMap<string, RecordedTransaction>,
  account: string,
  { limit = 1000, before }: { readonly limit?: number; readonly before?: string },
): readonly object[] {
  const startSlot = before === undefined ? undefined : allTransactions.get(before)?.slot
  return [...allTransactions]
    .reverse()
    .filter(
      ([, { keys, slot }]) =>
        keys.includes(account) && (startSlot === undefined || slot < startSlot),
    )
    .slice(0, limit)
    .map(([signature, { slot, err, blockTime }]) => ({
      signature,
      slot,
      err,
      blockTime,
      memo: null,
      confirmationStatus: 'finalized',
    }))
}

import { base58 } from '../encoding/base58.ts'
import type { WireTransaction } from '../transaction/wire-transaction.ts'

/**
 * The fields by which WalletConnect's older wallets read a legacy transaction; none for versioned
 * ones, which they cannot sign. Each beside the whole transaction, never in its place.
 */
export async function legacyFields({ message }: Pick<WireTransaction, 'message'>): Promise<object> {
  if (((message[0] ?? 0) & 0x80) !== 0) return {}
  const { getCompiledTransactionMessageDecoder } = await import('@solana/kit')
  const { header, staticAccounts, lifetimeToken, ...rest } =
    getCompiledTransactionMessageDecoder().decode(message)
  const instructions = 'instructions' in rest ? rest.instructions : []
  const {
    numSignerAccounts: signers,
    numReadonlySignerAccounts,
    numReadonlyNonSignerAccounts,
  } = header
  const isWritable = (at: number) =>
    at < signers
      ? at < signers - numReadonlySignerAccounts
      : at < staticAccounts.length - numReadonlyNonSignerAccounts
  return {
    feePayer: staticAccounts[0],
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(
      ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        programId: staticAccounts[programAddressIndex],
        keys: accountIndices.map((at) => ({
          pubkey: staticAccounts[at],
          isSigner: at < signers,
          isWritable: isWritable(at),
        })),
        data: base58(Uint8Array.from(data)),
      }),
    ),
  }
}

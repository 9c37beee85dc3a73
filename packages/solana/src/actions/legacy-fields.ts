import { base58 } from '../encoding/base58.ts'
import type { WireTransaction } from '../transaction/wire-transaction.ts'

/**
 * Fields for WalletConnect's older wallets, which read a legacy transaction from them; none for
 * versioned transactions, which those wallets cannot sign. They are sent beside the whole
 * transaction, never instead of it.
 */
export async function legacyFields({ message }: Pick<WireTransaction, 'message'>): Promise<object> {
  if (((message[0] ?? 0) & 0x80) !== 0) return {}
  const { getCompiledTransactionMessageDecoder } = await import('@solana/kit')
  const { header, staticAccounts, lifetimeToken, ...messageFields } =
    getCompiledTransactionMessageDecoder().decode(message)
  const instructions = 'instructions' in messageFields ? messageFields.instructions : []
  const {
    numSignerAccounts: signers,
    numReadonlySignerAccounts,
    numReadonlyNonSignerAccounts,
  } = header
  const isWritable = (index: number) =>
    index < signers
      ? index < signers - numReadonlySignerAccounts
      : index < staticAccounts.length - numReadonlyNonSignerAccounts
  return {
    feePayer: staticAccounts[0],
    recentBlockhash: lifetimeToken,
    instructions: instructions.map(
      ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        programId: staticAccounts[programAddressIndex],
        keys: accountIndices.map((index) => ({
          pubkey: staticAccounts[index],
          isSigner: index < signers,
          isWritable: isWritable(index),
        })),
        data: base58(Uint8Array.from(data)),
      }),
    ),
  }
}

import { type Address, address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/**
 * Finds an owner's token accounts, of one token program or mint. The `jsonParsed` format is filled
 * with mint, owner and amount only.
 */
export function tokenAccounts(
  svm: LiteSVM,
  query: {
    readonly owner: string
    readonly filter: { readonly programId?: string; readonly mint?: string }
    readonly addressOf: (bytes: Uint8Array) => Address
  },
): unknown[] {
  const { owner, filter, addressOf } = query
  const mintAccount = filter.mint ? svm.getAccount(address(filter.mint)) : undefined
  const program = filter.programId ?? (mintAccount?.exists ? mintAccount.programAddress : undefined)
  if (!program) return []
  return svm.getProgramAccounts(address(program)).flatMap(({ address: pubkey, data, lamports }) => {
    // Accounts of fewer than 165 bytes are mints. In longer ones byte 165 is 2 for a token account.
    // A token account starts with mint, owner and amount.
    if (data.length < 165 || (data.length > 165 && data[165] !== 2)) return []
    const mint = addressOf(data.slice(0, 32))
    if (addressOf(data.slice(32, 64)) !== owner || (filter.mint && filter.mint !== mint)) return []
    const view = new DataView(Uint8Array.from(data).buffer)
    const mintAccountFound = svm.getAccount(mint)
    const decimals = mintAccountFound.exists ? (mintAccountFound.data[44] ?? 0) : 0
    const tokenAmount = { amount: String(view.getBigUint64(64, true)), decimals }
    const state = data[108] === 2 ? 'frozen' : 'initialized'
    const parsedAccount = { type: 'account', info: { mint, owner, state, tokenAmount } }
    return [
      {
        pubkey,
        account: {
          data: { parsed: parsedAccount, space: data.length },
          executable: false,
          lamports,
          owner: program,
        },
      },
    ]
  })
}

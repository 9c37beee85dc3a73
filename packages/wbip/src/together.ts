import { invalidAnswer } from './ask/envelope.ts'
import type { WalletAddress } from './method/account-methods.ts'
import { readAddresses } from './request.ts'

/** One prompt for several families: what it was answered, left for the others. */
export interface Together {
  answered?: unknown
}

/** Leaves a wallet's addresses, of every family, for its other connectors. */
export function leaveAnswered(together: Together, addresses: readonly WalletAddress[]): void {
  together.answered = { addresses }
}

/**
 * The addresses that another connector of the wallet left, checked anew. Throws
 * `wallet-answer-invalid`.
 */
export function takeAnswered({ answered }: Together): readonly WalletAddress[] {
  const addresses = readAddresses(answered)
  if (!addresses)
    throw invalidAnswer('what the wallet answered for all families is no list of addresses')
  return addresses
}

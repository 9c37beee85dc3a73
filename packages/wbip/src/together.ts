import { invalidAnswer } from './ask/envelope.ts'
import type { WalletAddress } from './method/account-methods.ts'
import { readAddresses } from './request.ts'

/** Passes the answer to one prompt to the wallet's connectors for other chain families. */
export interface Together {
  answered?: unknown
}

/** Stores a wallet's addresses of every family for its other connectors. */
export function leaveAnswered(together: Together, addresses: readonly WalletAddress[]): void {
  together.answered = { addresses }
}

/**
 * Takes the addresses that another connector of the wallet stored, and validates them again.
 * @throws `wallet-answer-invalid`
 */
export function takeAnswered({ answered }: Together): readonly WalletAddress[] {
  const addresses = readAddresses(answered)
  if (!addresses)
    throw invalidAnswer('what the wallet answered for all families is no list of addresses')
  return addresses
}

import { invalidAnswer } from './ask/envelope.ts'
import type { WalletAddress } from './method/account-methods.ts'
import { readAddresses } from './request.ts'

/**
 * Passes a wallet's answer to one prompt on to the wallet's connectors for other chain families.
 */
export interface Together {
  answered?: unknown
}

/**
 * Stores the addresses of all chain families that a wallet returned, for the wallet's other
 * connectors.
 */
export function leaveAnswered(together: Together, addresses: readonly WalletAddress[]): void {
  together.answered = { addresses }
}

/**
 * Returns the addresses that another connector of the wallet stored, after validating them again.
 * @throws `wallet-answer-invalid`
 */
export function takeAnswered({ answered }: Together): readonly WalletAddress[] {
  const addresses = readAddresses(answered)
  if (!addresses)
    throw invalidAnswer('what the wallet answered for all families is no list of addresses')
  return addresses
}

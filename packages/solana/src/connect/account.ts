import { isAddress } from '../encoding/address.ts'
import { base58 } from '../encoding/base58.ts'
import { readBytes } from '../encoding/bytes.ts'

/** An account that a wallet shares. */
export interface StandardAccount {
  readonly address: string
  /**
   * Chains in Wallet Standard's spelling: `solana:mainnet`; empty when the wallet did not list any.
   */
  readonly networks: readonly string[]
  /** The wallet's own account object, which its features need as input. */
  readonly raw: object
}

/**
 * Reads a wallet's accounts: each address once, checked against its key, at most 100; null when the
 * answer is no list, or has entries but no valid one.
 */
export function readAccounts(list: unknown): readonly StandardAccount[] | null {
  if (!Array.isArray(list)) return null
  const limitedList = list.slice(0, 100)
  const validAccounts = limitedList.flatMap((raw) => readAccount(raw) ?? [])
  if (limitedList.length > 0 && validAccounts.length === 0) return null
  return validAccounts.filter(
    ({ address }, i) =>
      validAccounts.findIndex((otherAccount) => otherAccount.address === address) === i,
  )
}

function readAccount(raw: unknown): StandardAccount | null {
  try {
    const { address, publicKey, chains } = raw as Readonly<Record<string, unknown>>
    const publicKeyBytes = readBytes(publicKey, 32)
    if (!isAddress(address) || !publicKeyBytes || base58(publicKeyBytes) !== address) return null
    const networks = Array.isArray(chains)
      ? chains.slice(0, 100).filter((chain) => typeof chain === 'string')
      : []
    const solanaNetworks = networks.filter((chain) => /^solana:[-_a-zA-Z0-9]{1,32}$/.test(chain))
    // An account that lists only chains of other families is left out.
    return networks.length > 0 && solanaNetworks.length === 0
      ? null
      : { address, networks: solanaNetworks, raw: raw as object }
  } catch {
    return null
  }
}

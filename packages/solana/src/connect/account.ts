import { isAddress } from '../encoding/address.ts'
import { base58 } from '../encoding/base58.ts'
import { readBytes } from '../encoding/bytes.ts'

/** An account that a wallet shares. */
export interface StandardAccount {
  readonly address: string
  /** Wallet Standard's names: `solana:mainnet`; empty when the wallet did not say. */
  readonly networks: readonly string[]
  /** The wallet's own object, which it wants back. */
  readonly raw: object
}

/**
 * What a wallet answered as accounts: each address once and as its key spells it, at most 100; null
 * when it is no list, or one with nothing valid in it.
 */
export function readAccounts(list: unknown): readonly StandardAccount[] | null {
  if (!Array.isArray(list)) return null
  const first = list.slice(0, 100)
  const valid = first.flatMap((raw) => readAccount(raw) ?? [])
  if (first.length > 0 && valid.length === 0) return null
  return valid.filter(
    ({ address }, i) => valid.findIndex((other) => other.address === address) === i,
  )
}

function readAccount(raw: unknown): StandardAccount | null {
  try {
    const { address, publicKey, chains } = raw as Readonly<Record<string, unknown>>
    const key = readBytes(publicKey, 32)
    if (!isAddress(address) || !key || base58(key) !== address) return null
    const networks = Array.isArray(chains)
      ? chains.slice(0, 100).filter((chain) => typeof chain === 'string')
      : []
    const own = networks.filter((chain) => /^solana:[-_a-zA-Z0-9]{1,32}$/.test(chain))
    // One that names chains of other families only is none of ours.
    return networks.length > 0 && own.length === 0
      ? null
      : { address, networks: own, raw: raw as object }
  } catch {
    return null
  }
}

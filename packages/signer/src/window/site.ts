import { type Address, isAddress } from 'viem'
import { isSignerChain, type SignerChain, toRecord } from '../chain.ts'

/** What the wallet has granted to one site. */
export interface Site {
  /** Accounts in EIP-55 spelling, the selected one first; never empty. */
  readonly accounts: readonly Address[]
  /** EIP-155 number of the site's current chain. */
  readonly chain: number
}

/** The stored state of a signer, which contains no keys. */
export interface SignerState {
  /** Grants by origin. */
  readonly sites: Readonly<Record<string, Site>>
  /** Chains that were added to the initial ones. */
  readonly chains: readonly SignerChain[]
}

/** Storage of a signer's state; read data is validated. */
export interface SignerStore {
  read(): unknown
  write(state: SignerState): void
}

/** Creates a store that keeps the signer's state in memory. */
export function createMemoryStore(): SignerStore {
  const storedState: { state: unknown } = { state: null }
  return {
    read: () => storedState.state,
    write(state) {
      storedState.state = state
    },
  }
}

/** Parses a stored state; malformed parts are dropped. */
export function parseState(value: unknown): SignerState {
  const { sites, chains } = toRecord(value)
  return {
    sites: Object.fromEntries(
      Object.entries(toRecord(sites)).filter((entry): entry is [string, Site] => isSite(entry[1])),
    ),
    chains: Array.isArray(chains) ? chains.filter(isSignerChain).slice(0, 50) : [],
  }
}

function isSite(value: unknown): value is Site {
  const { accounts, chain } = toRecord(value)
  return (
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.length <= 100 &&
    accounts.every((account) => typeof account === 'string' && isAddress(account)) &&
    Number.isSafeInteger(chain)
  )
}

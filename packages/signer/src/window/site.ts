import { type Address, isAddress } from 'viem'
import { isSignerChain, type SignerChain, toRecord } from '../chain.ts'

/** What one site may use. */
export interface Site {
  /** EIP-55 spelling, the selected one first; never empty. */
  readonly accounts: readonly Address[]
  /** EIP-155 number of the site's present chain. */
  readonly chain: number
}

/** Everything a signer remembers; no keys. */
export interface SignerState {
  /** By origin. */
  readonly sites: Readonly<Record<string, Site>>
  /** Chains that were added to the ones the signer was made with. */
  readonly chains: readonly SignerChain[]
}

/** Where a signer remembers; what is read is validated. */
export interface SignerStore {
  read(): unknown
  write(state: SignerState): void
}

/** A store that forgets with its signer. */
export function createMemoryStore(): SignerStore {
  const kept: { state: unknown } = { state: null }
  return {
    read: () => kept.state,
    write(state) {
      kept.state = state
    },
  }
}

/** Reads a remembered state; whatever is not well-formed is dropped. */
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

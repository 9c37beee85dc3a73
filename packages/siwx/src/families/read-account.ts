import {
  type AccountId,
  accountId,
  addressOf,
  type ChainId,
  chainOf,
  isAccountId,
  namespaceOf,
  referenceOf,
} from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { getAddress, isAddress } from 'viem/utils'
import { refuse } from '../errors/siwx-error.ts'
import { isBitcoinChain, readBitcoinAddress } from './bitcoin-address.ts'
import { readC32 } from './c32.ts'

/**
 * Version bytes of Stacks addresses that belong to one key: on mainnet, and on all other networks.
 */
const stacksVersions = { main: 22, test: 26 }

/**
 * Checks a CAIP-10 account id by the rules of its chain family, and returns it in the one spelling
 * in which sessions and stores keep it: on eip155, with the checksum of EIP-55.
 * @param chains - the chains that the site accepts; undefined: every chain of the four families
 * @throws `account-invalid` | `chain-unsupported`
 */
export function readAccount(account: unknown, chains?: readonly ChainId[]): AccountId {
  if (!isAccountId(account)) return refuse('account-invalid')
  const chain = chainOf(account)
  const address = addressOf(account)
  const reader = readers[namespaceOf(account)]
  if (!reader || (chains && !chains.includes(chain))) return refuse('chain-unsupported')
  if (!reader.isChain(referenceOf(chain), chain)) refuse('chain-unsupported')
  const spelled = reader.read(address, chain)
  return spelled === undefined ? refuse('account-invalid') : accountId(chain, spelled)
}

interface Reader {
  isChain(reference: string, chain: ChainId): boolean
  /**
   * Returns the address in the spelling that is kept; undefined when it is no address of the chain.
   */
  read(address: string, chain: ChainId): string | undefined
}

const readers: Readonly<Record<string, Reader | undefined>> = {
  // The table has no prototype, because the namespace comes from the client and could be the name
  // of a field that every object has.
  __proto__: null as unknown as undefined,
  eip155: {
    isChain: (reference) => /^[1-9]\d*$/.test(reference),
    // An address in mixed case carries a checksum, which must then be correct.
    read: (address) => (isAddress(address) ? getAddress(address) : undefined),
  },
  solana: {
    isChain: (reference) => /^([1-9A-HJ-NP-Za-km-z]{32}|localnet)$/.test(reference),
    read: (address) => (readBase58(address)?.length === 32 ? address : undefined),
  },
  bip122: {
    isChain: (_, chain) => isBitcoinChain(chain),
    read: (address, chain) => (readBitcoinAddress(chain, address) ? address : undefined),
  },
  stacks: {
    isChain: (reference) => /^[1-9]\d{0,9}$/.test(reference) && Number(reference) < 2 ** 32,
    read: (address, chain) => {
      const version = chain === 'stacks:1' ? stacksVersions.main : stacksVersions.test
      return readC32(address)?.version === version ? address : undefined
    },
  },
}

/** Decodes a base58 text; undefined when it is not base58, or has more than 128 characters. */
export function readBase58(text: string): Uint8Array | undefined {
  try {
    return text.length <= 128 ? base58.decode(text) : undefined
  } catch {
    return undefined
  }
}

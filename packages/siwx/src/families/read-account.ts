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

/** Versions of Stacks addresses with one key: on mainnet, and on all other networks. */
const stacksVersions = { main: 22, test: 26 }

/**
 * Reads a CAIP-10 id by the rules of its family and returns it in the one spelling that sessions
 * and stores know: on eip155 with the checksum of EIP-55.
 * @param chains - those that the site takes; undefined: all of the four families
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
  /** The address as it is to be spelled; undefined when it is none of the chain. */
  read(address: string, chain: ChainId): string | undefined
}

const readers: Readonly<Record<string, Reader | undefined>> = {
  // Prototypes have fields, too, and a namespace is what somebody sent.
  __proto__: null as unknown as undefined,
  eip155: {
    isChain: (reference) => /^[1-9]\d*$/.test(reference),
    // A mixed spelling is a checksum, and then it has to be right.
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

/** Bytes of a text in base58; undefined when it is none. */
export function readBase58(text: string): Uint8Array | undefined {
  try {
    return text.length <= 128 ? base58.decode(text) : undefined
  } catch {
    return undefined
  }
}

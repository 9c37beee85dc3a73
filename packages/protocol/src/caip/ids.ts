import type { namespaces } from './namespaces.ts'

/** The id of a chain in CAIP-2 form: `eip155:1`. */
export type ChainId = `${string}:${string}`
/** The id of an account in CAIP-10 form: `eip155:1:0xabc…`. */
export type AccountId = `${string}:${string}:${string}`
/** The id of an asset in CAIP-19 form: `eip155:1/slip44:60`, `eip155:1/erc20:0xabc…`. */
export type AssetId = `${string}:${string}/${string}:${string}`

export type Namespace = (typeof namespaces)[number] | (string & {})

// Patterns of the parts of an id. CAIP-2: namespace [-a-z0-9]{3,8}, reference [-_a-zA-Z0-9]{1,32};
// CAIP-10: address [-.%a-zA-Z0-9]{1,128}.
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

/** Whether `text` is a CAIP-2 chain id. */
export function isChainId(text: unknown): text is ChainId {
  return typeof text === 'string' && chainPattern.test(text)
}

/** Whether `text` is a CAIP-10 account id: three parts, none empty. */
export function isAccountId(text: unknown): text is AccountId {
  if (typeof text !== 'string') return false
  const separatorIndex = text.lastIndexOf(':')
  return (
    isChainId(text.slice(0, separatorIndex)) && addressPattern.test(text.slice(separatorIndex + 1))
  )
}

/** Returns the namespace of a chain, account or asset id: `eip155`. */
export function namespaceOf(id: ChainId | AccountId | AssetId): Namespace {
  return id.slice(0, id.indexOf(':'))
}

/** Returns the chain, as a CAIP-2 id, of an account or asset id. */
export function chainOf(id: AccountId | AssetId): ChainId {
  const separatorIndex = id.includes('/') ? id.indexOf('/') : id.lastIndexOf(':')
  return id.slice(0, separatorIndex) as ChainId
}

/** Returns the last part of an account id: the address without its chain, spelled as in the id. */
export function addressOf(id: AccountId): string {
  return id.slice(id.lastIndexOf(':') + 1)
}

/** Returns the reference of a chain id: `1` in `eip155:1`. */
export function referenceOf(id: ChainId): string {
  return id.slice(id.indexOf(':') + 1)
}

/** Builds a CAIP-10 id from a CAIP-2 id and a bare address. */
export function accountId(chain: ChainId, address: string): AccountId {
  return `${chain}:${address}`
}

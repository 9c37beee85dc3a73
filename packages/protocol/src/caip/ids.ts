import type { namespaces } from './namespaces.ts'

/** A chain as CAIP-2: `eip155:1`. */
export type ChainId = `${string}:${string}`
/** An account as CAIP-10: `eip155:1:0xabc…`. */
export type AccountId = `${string}:${string}:${string}`
/** An asset as CAIP-19: `eip155:1/slip44:60`, `eip155:1/erc20:0xabc…`. */
export type AssetId = `${string}:${string}/${string}:${string}`

export type Namespace = (typeof namespaces)[number] | (string & {})

// CAIP-2: namespace [-a-z0-9]{3,8}, reference [-_a-zA-Z0-9]{1,32}; CAIP-10 address
// [-.%a-zA-Z0-9]{1,128}.
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

/** The namespace of a chain, account or asset id. */
export function namespaceOf(id: ChainId | AccountId | AssetId): Namespace {
  return id.slice(0, id.indexOf(':'))
}

/** The CAIP-2 part of an account or asset id. */
export function chainOf(id: AccountId | AssetId): ChainId {
  const separatorIndex = id.includes('/') ? id.indexOf('/') : id.lastIndexOf(':')
  return id.slice(0, separatorIndex) as ChainId
}

/** The last part of an account id: the bare address, in the spelling it was given. */
export function addressOf(id: AccountId): string {
  return id.slice(id.lastIndexOf(':') + 1)
}

/** The reference of a chain id: `1` in `eip155:1`. */
export function referenceOf(id: ChainId): string {
  return id.slice(id.indexOf(':') + 1)
}

/** Builds a CAIP-10 id from a CAIP-2 id and a bare address. */
export function accountId(chain: ChainId, address: string): AccountId {
  return `${chain}:${address}`
}

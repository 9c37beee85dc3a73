import type { AssetId, ChainId } from '@latchkey/protocol'
import { lettersOf } from '../chains.ts'
import { readC32 } from './c32.ts'

const contractName = /^[a-zA-Z][a-zA-Z0-9_-]*$/
const longestName = 128
/** Longest reference of a CAIP-19 id. */
const longestReference = 128

/** Whether `text` is the address of an account on one of these chains, with a valid checksum. */
export function isAddressOf(chains: readonly ChainId[], text: unknown): boolean {
  if (typeof text !== 'string' || text.length > 41) return false
  return (
    chains.some((chain) => lettersOf(chain).includes(text.charAt(1))) && readC32(text) !== undefined
  )
}

/** Whether `text` is an account's address or a contract (`ADDRESS.name`) on one of these chains. */
export function isPrincipalOf(chains: readonly ChainId[], text: unknown): boolean {
  if (typeof text !== 'string' || text.length > 41 + 1 + longestName) return false
  const [address, name, ...rest] = text.split('.')
  const isName = name === undefined || (contractName.test(name) && name.length <= longestName)
  return rest.length === 0 && isName && isAddressOf(chains, address)
}

/** A token: its contract, and its name there. */
export interface Token {
  readonly contract: string
  readonly token: string
}

/**
 * Reads a token in Clarity's form (`ADDRESS.name::token`) or in CAIP-19's (`ADDRESS.name.token`,
 * `_` as `%5F`).
 */
export function readToken(chain: ChainId, text: string): Token | undefined {
  if (text.length > 512) return undefined
  const [address = '', name = '', token = '', ...rest] = text
    .replaceAll('%5F', '_')
    .replace('::', '.')
    .split('.')
  const isToken =
    rest.length === 0 &&
    [name, token].every((one) => contractName.test(one) && one.length <= longestName)
  return isToken && isAddressOf([chain], address)
    ? { contract: `${address}.${name}`, token }
    : undefined
}

/** CAIP-19 of a SIP-10 token; null when `text` names none, or the id would be too long. */
export function tokenId(chain: ChainId, text: string): AssetId | null {
  const found = readToken(chain, text)
  if (!found) return null
  const reference = `${found.contract}.${found.token}`.replaceAll('_', '%5F')
  return reference.length > longestReference ? null : `${chain}/sip010:${reference}`
}

/** The token of an asset; undefined for the coin and for other chains' assets. */
export function tokenOf(id: AssetId): Token | undefined {
  const [chain = '', asset = ''] = id.split('/')
  return asset.startsWith('sip010:')
    ? readToken(chain as ChainId, asset.slice('sip010:'.length))
    : undefined
}

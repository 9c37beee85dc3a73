import type { AssetId, ChainId } from '@latchkey/protocol'
import { addressLettersOf } from '../chains.ts'
import { readC32 } from './c32.ts'

const contractName = /^[a-zA-Z][a-zA-Z0-9_-]*$/
const maxNameLength = 128
/** Maximum length of the reference in a CAIP-19 id. */
const maxReferenceLength = 128

/** Whether `text` is the address of an account on one of these chains, with a valid checksum. */
export function isAddressOf(chains: readonly ChainId[], text: unknown): boolean {
  if (typeof text !== 'string' || text.length > 41) return false
  return (
    chains.some((chain) => addressLettersOf(chain).includes(text.charAt(1))) &&
    readC32(text) !== undefined
  )
}

/** Whether `text` is an account's address or a contract (`ADDRESS.name`) on one of these chains. */
export function isPrincipalOf(chains: readonly ChainId[], text: unknown): boolean {
  if (typeof text !== 'string' || text.length > 41 + 1 + maxNameLength) return false
  const [address, name, ...extraParts] = text.split('.')
  const isValidName =
    name === undefined || (contractName.test(name) && name.length <= maxNameLength)
  return extraParts.length === 0 && isValidName && isAddressOf(chains, address)
}

/** A token: its contract, and the token's name within that contract. */
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
  const [address = '', name = '', token = '', ...extraParts] = text
    .replaceAll('%5F', '_')
    .replace('::', '.')
    .split('.')
  const isToken =
    extraParts.length === 0 &&
    [name, token].every((part) => contractName.test(part) && part.length <= maxNameLength)
  return isToken && isAddressOf([chain], address)
    ? { contract: `${address}.${name}`, token }
    : undefined
}

/** CAIP-19 of a SIP-10 token; null when `text` names none, or the id would be too long. */
export function tokenId(chain: ChainId, text: string): AssetId | null {
  const readTokenText = readToken(chain, text)
  if (!readTokenText) return null
  const tokenReference = `${readTokenText.contract}.${readTokenText.token}`.replaceAll('_', '%5F')
  return tokenReference.length > maxReferenceLength ? null : `${chain}/sip010:${tokenReference}`
}

/** The token of an asset; undefined for the native coin and for other chains' assets. */
export function tokenOf(id: AssetId): Token | undefined {
  const [chain = '', asset = ''] = id.split('/')
  return asset.startsWith('sip010:')
    ? readToken(chain as ChainId, asset.slice('sip010:'.length))
    : undefined
}

import { LatchkeyError } from '@latchkey/protocol'
import { addressHex, type ClarityHex, nameHex } from './clarity-value.ts'

/**
 * A condition on what leaves an account or contract in a transaction. The chain aborts a
 * transaction that does not meet it (SIP-005).
 */
export type PostCondition =
  | {
      readonly kind: 'stx'
      /** Who sends the asset: `ADDRESS`, `ADDRESS.name`, or `origin` for the signer. */
      readonly principal: string
      readonly is: Comparison
      /** Amount in micro-STX. */
      readonly amount: bigint
    }
  | {
      readonly kind: 'token'
      readonly principal: string
      readonly is: Comparison
      /** Amount in base units of the token. */
      readonly amount: bigint
      /** Token, as `ADDRESS.name::token`. */
      readonly asset: string
    }
  | {
      readonly kind: 'collectible'
      readonly principal: string
      readonly is: 'sent' | 'not-sent'
      /** The collection, as `ADDRESS.name::token`. */
      readonly asset: string
      /** Id of the collectible within the collection. */
      readonly id: ClarityHex
    }
type Comparison = 'equal' | 'more' | 'at-least' | 'less' | 'at-most'

const comparisonCodes: Readonly<Record<Comparison, string>> = {
  equal: '01',
  more: '02',
  'at-least': '03',
  less: '04',
  'at-most': '05',
}

/**
 * Serialises a post-condition (SIP-005), hex. Throws `rpc-invalid-params`.
 *
 * @example
 * show(writePostCondition({ kind: 'stx', principal: 'origin', is: 'at-most', amount: 5_000_000n }))
 */
export function writePostCondition(condition: PostCondition): string {
  const { kind } = condition
  const principalCode = principalHex(condition.principal)
  if (kind === 'stx')
    return `00${principalCode}${comparisonCodes[condition.is]}${amountHex(condition.amount)}`
  const asset = assetHex(condition.asset)
  if (kind === 'token')
    return `01${principalCode}${asset}${comparisonCodes[condition.is]}${amountHex(condition.amount)}`
  return `02${principalCode}${asset}${condition.id}${condition.is === 'sent' ? '10' : '11'}`
}

function principalHex(text: string): string {
  if (text === 'origin') return '01'
  const [address = '', name] = text.split('.')
  return name === undefined
    ? `02${addressHex(address)}`
    : `03${addressHex(address)}${nameHex(name)}`
}

function assetHex(text: string): string {
  const [contract = '', token = ''] = text.split('::')
  const [address = '', name = ''] = contract.split('.')
  return addressHex(address) + nameHex(name) + nameHex(token)
}

function amountHex(amount: bigint): string {
  if (amount < 0n || amount >= 1n << 64n)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'an amount has more than 64 bits' })
  return amount.toString(16).padStart(16, '0')
}

import { type AccountId, accountId, type TokenBalance } from '@latchkey/protocol'
import { formatUnits } from 'viem'
import type { Config } from '../../base/config/schema.ts'

/** The fields of a token in the answer to a balance request, except its amount. */
export interface WireToken {
  /** Address without chain, in the spelling of the request. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/** Creates the entry of the coin in a balance answer; `amount` is in base units. */
export function coinBalance(
  {
    id,
    nativeCurrency,
    iconUrl,
  }: Pick<Config['chains'][number], 'id' | 'nativeCurrency' | 'iconUrl'>,
  amount: bigint,
): TokenBalance {
  const { name, symbol, decimals } = nativeCurrency
  return {
    name,
    symbol,
    chainId: id,
    quantity: toQuantity(amount, decimals),
    ...(iconUrl ? { iconUrl } : {}),
  }
}

/** Creates the entry of a token in a balance answer; undefined for a zero balance. */
export function tokenBalance(
  { id }: Pick<Config['chains'][number], 'id'>,
  { name, symbol, decimals, iconUrl, address }: WireToken,
  amount: bigint | undefined,
): readonly TokenBalance[] {
  if (!amount) return []
  const tokenAddress: AccountId = accountId(id, address)
  const commonFields = { name: name || symbol, symbol, chainId: id, address: tokenAddress }
  return [
    { ...commonFields, quantity: toQuantity(amount, decimals), ...(iconUrl ? { iconUrl } : {}) },
  ]
}

function toQuantity(amount: bigint, decimals: number): TokenBalance['quantity'] {
  return { decimals: String(decimals), numeric: formatUnits(amount, decimals) }
}

import type { ChainId, TokenBalance } from '@latchkey/protocol'

export interface BalanceRequest {
  readonly chain: ChainId
  /** Bare account address, valid on the chain. */
  readonly address: string
  /**
   * Tokens to read in addition to the known ones, in the spelling that the function `also` of the
   * chain family returns.
   */
  readonly also?: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** Reads the balances of an account. */
export interface BalancePort {
  /**
   * The coin, listed tokens and discovered tokens of one chain, in this order; without prices.
   * @throws a refusal: 400 for a chain that cannot be read, 503 when no node gives a usable answer
   */
  read(request: BalanceRequest): Promise<readonly TokenBalance[]>
  /**
   * The amount of the chain's coin that an account can spend, in base units.
   * @throws a refusal, as `read`
   */
  coin(request: BalanceRequest): Promise<bigint>
}

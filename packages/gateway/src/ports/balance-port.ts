import type { ChainId, TokenBalance } from '@latchkey/protocol'

export interface BalanceRequest {
  readonly chain: ChainId
  /** Account address without chain, valid on `chain`. */
  readonly address: string
  /**
   * Tokens to read in addition to the known ones, each in the spelling that the function `also` of
   * the chain's family returns.
   */
  readonly also?: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** Reads the balances of an account. */
export interface BalancePort {
  /**
   * Reads the balances on one chain: of the coin, listed tokens and discovered tokens, in this
   * order and without prices.
   * @throws a refusal: 400 for a chain that cannot be read, 503 when no node gives a usable answer
   */
  read(request: BalanceRequest): Promise<readonly TokenBalance[]>
  /**
   * Reads how much of the chain's coin an account can spend, in base units.
   * @throws a refusal, as `read`
   */
  coin(request: BalanceRequest): Promise<bigint>
}

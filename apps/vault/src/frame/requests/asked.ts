import type { ChainId } from '@latchkey/protocol'

/** What a page asks of a wallet. */
export interface Asked {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

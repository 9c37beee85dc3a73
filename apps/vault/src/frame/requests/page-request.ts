import type { ChainId } from '@latchkey/protocol'

/** What a page asks of a wallet. */
export interface PageRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

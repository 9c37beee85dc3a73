import type { Reader } from '@latchkey/core'
import { connector } from './connector.ts'
import { explain } from './errors.ts'
import { balances } from './read/balances.ts'
import { verdict } from './read/verdict.ts'

const reader: Reader = {
  balances,
  verdict,
  estimateTransfer: async (source, transfer) =>
    (await import('./verbs.ts')).verbs.estimateTransfer(source, transfer),
}

/** What no page needs before a wallet is asked or a chain read: one chunk. */
export const heavy: {
  readonly connector: typeof connector
  readonly reader: Reader
  readonly explain: typeof explain
} = { connector, reader, explain }

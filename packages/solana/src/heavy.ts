import type { Reader } from '@latchkey/core'
import { connector } from './connector.ts'
import { explain } from './errors.ts'
import { legacyWallet } from './legacy-wallet.ts'
import { reader } from './reader.ts'

/** What no page needs before a wallet is asked or a chain read: one chunk. */
export const heavy: {
  readonly connector: typeof connector
  readonly explain: typeof explain
  readonly legacyWallet: typeof legacyWallet
  readonly reader: Reader
} = { connector, explain, legacyWallet, reader }

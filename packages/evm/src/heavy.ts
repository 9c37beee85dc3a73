import { connector } from './connector.ts'
import { explain } from './errors.ts'
import { reader } from './reader.ts'

/** What no page needs before a wallet is asked or a chain read: one chunk. */
export const heavy = { connector, explain, reader } as const
export type Heavy = typeof heavy

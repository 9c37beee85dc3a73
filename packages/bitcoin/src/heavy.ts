import { explain } from '@latchkey/wbip'
import { connector } from './connector.ts'
import { openReader } from './reader.ts'
import { remote, wire } from './remote.ts'

/** What is loaded once a wallet was chosen or a chain is read. */
export const heavy: {
  readonly connector: typeof connector
  readonly explain: typeof explain
  readonly openReader: typeof openReader
  readonly remote: typeof remote
  readonly wire: typeof wire
} = { connector, explain, openReader, remote, wire }

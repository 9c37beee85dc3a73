import { explain } from '@latchkey/wbip'
import { openConnector } from './connect/open-connector.ts'
import { connectorOfRemote, wire } from './connect/remote.ts'
import { openReader } from './read/open-reader.ts'

/**
 * Loaded once a wallet was chosen or a chain is read. It is one module, because each further
 * `import()` costs a page bytes before its first click.
 */
export const parts: {
  readonly explain: typeof explain
  readonly openConnector: typeof openConnector
  readonly openReader: typeof openReader
  readonly remote: typeof connectorOfRemote
  readonly wire: typeof wire
} = { explain, openConnector, openReader, remote: connectorOfRemote, wire }

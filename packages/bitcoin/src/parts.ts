import { explain } from '@latchkey/wbip'
import { openConnector } from './connect/open-connector.ts'
import { connectorOfRemote, wire } from './connect/remote.ts'
import { openReader } from './read/open-reader.ts'

/**
 * The functions of this module are loaded when a wallet is chosen or a chain is read. They share
 * one module, because each further `import()` adds bytes to what a page loads before its first
 * click.
 */
export const parts: {
  readonly explain: typeof explain
  readonly openConnector: typeof openConnector
  readonly openReader: typeof openReader
  readonly remote: typeof connectorOfRemote
  readonly wire: typeof wire
} = { explain, openConnector, openReader, remote: connectorOfRemote, wire }

import type { Connector } from '@latchkey/core'
import { type Entry, explain } from '@latchkey/wbip'
import { connector } from './connector.ts'
import type { Face } from './found.ts'
import { openReader } from './reader.ts'
import { remote, wire } from './remote.ts'
import type { StandardEntry } from './standard/standard-wallet.ts'

/** What is loaded once a wallet was chosen or a chain is read. */
export const heavy: {
  readonly connector: (face: Face, wallet: Entry | StandardEntry) => Connector | Promise<Connector>
  readonly explain: typeof explain
  readonly openReader: typeof openReader
  readonly remote: typeof remote
  readonly wire: typeof wire
} = { connector: connectorOf, explain, openReader, remote, wire }

function connectorOf(face: Face, wallet: Entry | StandardEntry): Connector | Promise<Connector> {
  if (!('standard' in wallet)) return connector(face, wallet)
  return import('./standard/standard-connector.ts').then((file) =>
    file.standardConnector(face, wallet.standard),
  )
}

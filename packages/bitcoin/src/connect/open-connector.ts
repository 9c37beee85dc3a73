import type { Connector } from '@latchkey/core'
import type { Entry } from '@latchkey/wbip'
import type { StandardEntry } from '../standard/standard-wallet.ts'
import { entryConnector } from './connector.ts'
import type { ConnectorIdentity } from './found.ts'

/** The connector of a discovered wallet, by WBIP or Wallet Standard. */
export async function openConnector(
  identity: ConnectorIdentity,
  wallet: Entry | StandardEntry,
): Promise<Connector> {
  if (!('standard' in wallet)) return entryConnector(identity, wallet)
  const { standardConnector } = await import('../standard/standard-connector.ts')
  return standardConnector(identity, wallet.standard)
}

import type { Connector } from '@latchkey/core'
import type { Entry } from '@latchkey/wbip'
import type { StandardEntry } from '../standard/standard-wallet.ts'
import { entryConnector } from './connector.ts'
import type { Face } from './found.ts'

/** The connector of a discovered wallet, by WBIP or Wallet Standard. */
export async function openConnector(face: Face, wallet: Entry | StandardEntry): Promise<Connector> {
  if (!('standard' in wallet)) return entryConnector(face, wallet)
  const { standardConnector } = await import('../standard/standard-connector.ts')
  return standardConnector(face, wallet.standard)
}

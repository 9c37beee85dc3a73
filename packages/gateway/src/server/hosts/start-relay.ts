import type { IncomingMessage } from 'node:http'
import { boundedLog } from '../../base/bounded-log.ts'
import type { Config } from '../../base/config/schema.ts'
import type { Log } from '../../base/log.ts'
import type { ListingStore } from '../../data/remembered-projects.ts'
import { knownProjects } from '../../features/relay/known-projects.ts'
import { openStore } from '../../features/relay/open-store.ts'
import { createRelay, type Relay } from '../../features/relay/relay.ts'
import { type RelaySockets, relaySockets } from './relay-sockets.ts'

/** The running relay and its web sockets; closing the sockets also closes the relay. */
export interface StartedRelay {
  readonly relay: Relay
  readonly sockets: RelaySockets
}

/** Opens the relay's mailboxes, and makes the sockets through which clients reach them. */
export async function startRelay({
  config,
  dataDir,
  projectStore,
  readUpgradeCaller,
  log,
}: {
  readonly config: Config
  readonly dataDir: string
  readonly projectStore: ListingStore
  /** Network address of a caller that opens a socket. */
  readonly readUpgradeCaller: (request: IncomingMessage) => string
  readonly log: Log
}): Promise<StartedRelay> {
  const limitedLog = boundedLog(log)
  const openProjects = await knownProjects(projectStore.listIds)
  const relay = await createRelay({
    limits: config.relay,
    urls: config.relay.publicUrls,
    maxBytes: config.relay.maxBytes,
    log,
    projects: openProjects,
    openStore: (listener) => openStore(config, dataDir, limitedLog, listener, openProjects.count),
  })
  return { relay, sockets: relaySockets(relay, readUpgradeCaller) }
}

import type { Config } from '../../../base/config/schema.ts'
import type { Log } from '../../../base/log.ts'
import type { Sql } from '../../../data/sql.ts'
import type { HistoryPort } from '../../../ports/history-port.ts'
import type { ImagePort, PublicFetch } from '../../../ports/image-port.ts'
import type { Index } from '../../../ports/index-port.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import type { OperatorSettings } from '../../../ports/operator-settings.ts'
import type { PricePort } from '../../../ports/price-port.ts'
import type { TokenPort } from '../../../ports/token-port.ts'
import { explorerSources } from '../explorers/explorers.ts'
import { history } from './history.ts'
import { nftItems } from './nft-items.ts'

interface StartHistoryOptions {
  readonly config: Config
  readonly db: Sql
  readonly nodes: NodePort
  readonly index: Index
  readonly tokens: TokenPort
  readonly prices: PricePort
  readonly images: ImagePort
  readonly fetchPublic: PublicFetch
  readonly log: Log
  /** API keys, which the dashboard may change. */
  readonly settings?: OperatorSettings
}

/**
 * Creates the history that the configuration describes: it reads the index first, then the external
 * services.
 */
export function startHistory(options: StartHistoryOptions): HistoryPort {
  const { config, db, nodes, images, fetchPublic, log } = options
  const { ipfsGateway } = config.images
  return history({
    ...options,
    nfts: nftItems({ db, nodes, images, fetchPublic, ipfsGateway }),
    upstreams: explorerSources(config, { nodes, settings: options.settings }),
    onFailure: (source, chain, reason) =>
      log.error({ source, chain, reason }, 'an upstream of the history failed'),
  })
}

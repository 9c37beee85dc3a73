import type { Config } from '../config/schema.ts'
import type { Sql } from '../data/sql.ts'
import type { NodePort } from '../providers/node-port.ts'
import type { PricePort } from '../providers/price-port.ts'
import { poolPrices } from './pool-prices.ts'
import { databasePoints } from './price-points.ts'
import { combined, prices } from './prices.ts'
import { rates } from './rates.ts'

interface Parts {
  readonly config: Config
  readonly db: Sql
  readonly nodes: NodePort
  readonly log: { error(fields: object, message: string): void }
}

/** Prices as the operator configured them; nothing is read before somebody asks. */
export function startPrices({ config, db, nodes, log }: Parts): PricePort {
  const points = databasePoints(db)
  const sources = [poolPrices({ config, nodes, points, log })]
  return prices({ config, sources, points, rates: rates(config, combined(sources), undefined) })
}

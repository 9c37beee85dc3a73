import type { OperatorSetting } from '@latchkey/protocol'
import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { boundedCache } from '../bounded-cache.ts'
import type { Config } from '../config/schema.ts'
import { settings } from '../data/operator-schema.ts'
import type { Sql } from '../data/sql.ts'
import { Fault } from './fault.ts'
import type { OperatorSettings, SettingPath } from './operator-settings.ts'

/** The entry of the configuration each key belongs to. */
const entries: Readonly<Record<SettingPath, (config: Config) => { readonly key?: string | undefined } | undefined>> = {
  'upstreams.etherscan.key': ({ upstreams }) => upstreams.etherscan,
  'upstreams.blockscout.key': ({ upstreams }) => upstreams.blockscout,
  'upstreams.prices.key': ({ upstreams }) => upstreams.prices,
  'upstreams.rates.key': ({ upstreams }) => upstreams.rates,
  'swap.zeroEx.key': ({ swap }) => swap.zeroEx,
  'onramp.coinbase.key': ({ onramp }) => onramp.coinbase,
}
const paths = Object.keys(entries) as readonly SettingPath[]
const cacheMs = 3_000

/** Body of `PUT /operator/v1/settings/{path}`. */
export const settingShape = z.strictObject({
  value: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,256}$/, 'must be 1 to 256 visible characters'),
})
const kept = settingShape.shape.value

export interface DatabaseSettings extends OperatorSettings {
  /** What is set, never the values. */
  list(): Promise<OperatorSetting[]>
  /** @throws a fault `not-found` for a path that is not edited here */
  set(path: string, value: string): Promise<void>
  /** Back to the configuration. */
  clear(path: string): Promise<void>
}

/** Secrets of the dashboard in table `settings`; other replicas see a change within three seconds. */
export function databaseSettings(db: Sql, config: Config): DatabaseSettings {
  const cache = boundedCache<{ readonly value: string | undefined }>(paths.length, cacheMs)
  const fromConfig = (path: SettingPath): string | undefined => entries[path](config)?.key
  const read = async (path: SettingPath): Promise<string | undefined> => {
    const [row] = await db.select().from(settings).where(eq(settings.path, path))
    return kept.safeParse(row?.value).data ?? fromConfig(path)
  }
  return {
    async get(path) {
      const known = cache.get(path)
      if (known) return known.value
      try {
        const value = await read(path)
        cache.set(path, { value })
        return value
      } catch {
        return fromConfig(path)
      }
    },
    async list() {
      const rows = await db
        .select()
        .from(settings)
        .where(inArray(settings.path, [...paths]))
      return paths.map((path) => {
        const row = rows.find((one) => one.path === path)
        const source = row ? 'dashboard' : fromConfig(path) ? 'configuration' : 'none'
        return {
          path,
          source,
          isSet: source !== 'none',
          isUsed: entries[path](config) !== undefined,
          changedAt: row?.changedAt.getTime() ?? null,
        }
      })
    },
    async set(path, value) {
      const known = checked(path)
      const row = { value, changedAt: new Date() }
      await db
        .insert(settings)
        .values({ path: known, ...row })
        .onConflictDoUpdate({ target: settings.path, set: row })
      cache.set(known, { value })
    },
    async clear(path) {
      const known = checked(path)
      await db.delete(settings).where(eq(settings.path, known))
      cache.set(known, { value: fromConfig(known) })
    },
  }
}

function checked(path: string): SettingPath {
  const known = paths.find((one) => one === path)
  if (!known) throw new Fault('not-found', 'This setting is not edited here', 'Edit latchkey.json')
  return known
}

import type { OperatorSetting } from '@latchkey/protocol'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { boundedCache } from '../../base/bounded-cache.ts'
import { type Config, maxRetentionDays } from '../../base/config/schema.ts'
import { settings } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { OperatorSettings, SettingPath } from '../../ports/operator-settings.ts'
import { Fault } from './fault.ts'

interface SettingEntry {
  /**
   * Reads the setting's value from the configuration; undefined when the configuration does not
   * have its section.
   */
  readonly in: (config: Config) => { readonly value: string | undefined } | undefined
  readonly shape: z.ZodType<string, string>
  readonly isSecret: boolean
  /**
   * Value that is used while the database is unreachable; default: the value of the configuration.
   */
  readonly unknown?: string
}

const visibleText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,256}$/, 'must be 1 to 256 visible characters')
const keyEntry = (
  findSection: (config: Config) => { readonly key?: string | undefined } | undefined,
): SettingEntry => ({
  in: (config) => {
    const entry = findSection(config)
    return entry && { value: entry.key }
  },
  shape: visibleText,
  isSecret: true,
})
const entries: Readonly<Record<SettingPath, SettingEntry>> = {
  'upstreams.etherscan.key': keyEntry(({ upstreams }) => upstreams.etherscan),
  'upstreams.blockscout.key': keyEntry(({ upstreams }) => upstreams.blockscout),
  'upstreams.prices.key': keyEntry(({ upstreams }) => upstreams.prices),
  'upstreams.rates.key': keyEntry(({ upstreams }) => upstreams.rates),
  'swap.zeroEx.key': keyEntry(({ swap }) => swap.zeroEx),
  'onramp.coinbase.key': keyEntry(({ onramp }) => onramp.coinbase),
  'analytics.keepDays': {
    in: ({ analytics }) => ({ value: String(analytics.keepDays) }),
    shape: z
      .string()
      .trim()
      .refine(
        (text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= maxRetentionDays,
        `must be 1 to ${maxRetentionDays} days`,
      ),
    isSecret: false,
  },
  'analytics.keepAddresses': {
    in: ({ analytics }) => ({ value: String(analytics.keepAddresses) }),
    shape: z.enum(['true', 'false'], 'must be true or false'),
    isSecret: false,
    unknown: 'false',
  },
}
/**
 * The value is read as text, because the driver would turn a key that consists of digits into a
 * number.
 */
const value = sql<string | null>`${settings.value} #>> '{}'`
const paths = Object.keys(entries) as readonly SettingPath[]
const cacheMs = 3_000

/** Body of `PUT /operator/v1/settings/{path}`. */
export const settingShape = z.strictObject({ value: visibleText })

export interface DatabaseSettings extends OperatorSettings {
  /** Lists the settings and whether each is set; the value of a secret is never included. */
  list(): Promise<OperatorSetting[]>
  /**
   * Sets the value of a setting.
   * @throws a fault: `not-found` for a path that cannot be edited in the dashboard, `invalid` for
   * an invalid value
   */
  set(path: string, value: string): Promise<void>
  /** Removes the value that the dashboard set, so that the configuration applies again. */
  clear(path: string): Promise<void>
}

/**
 * Reads and writes the values that the dashboard set, in table `settings`; other replicas see a
 * change within three seconds.
 */
export function databaseSettings(db: Sql, config: Config): DatabaseSettings {
  const cache = boundedCache<{ readonly value: string | undefined }>(paths.length, cacheMs)
  const readConfigValue = (path: SettingPath): string | undefined => entries[path].in(config)?.value
  const nameSource = (path: SettingPath, isStored: boolean): OperatorSetting['source'] => {
    if (isStored) return 'dashboard'
    return readConfigValue(path) ? 'configuration' : 'none'
  }
  const readSetting = async (path: SettingPath): Promise<string | undefined> => {
    const [row] = await db.select({ value }).from(settings).where(eq(settings.path, path))
    return entries[path].shape.safeParse(row?.value).data ?? readConfigValue(path)
  }
  return {
    async get(path) {
      const cachedValue = cache.get(path)
      if (cachedValue) return cachedValue.value
      try {
        const storedValue = await readSetting(path)
        cache.set(path, { value: storedValue })
        return storedValue
      } catch {
        return entries[path].unknown ?? readConfigValue(path)
      }
    },
    async list() {
      const rows = await db
        .select({ path: settings.path, value, changedAt: settings.changedAt })
        .from(settings)
        .where(inArray(settings.path, [...paths]))
      return paths.map((path) => {
        const row = rows.find((one) => one.path === path)
        const source = nameSource(path, row !== undefined)
        return {
          path,
          source,
          isSet: source !== 'none',
          isUsed: entries[path].in(config) !== undefined,
          changedAt: row?.changedAt.getTime() ?? null,
          ...(entries[path].isSecret
            ? {}
            : {
                value:
                  entries[path].shape.safeParse(row?.value).data ?? readConfigValue(path) ?? '',
              }),
        }
      })
    },
    async set(path, newValue) {
      const settingPath = checkPath(path)
      const { error, data } = entries[settingPath].shape.safeParse(newValue)
      if (error)
        throw new Fault('invalid', `value: ${error.issues[0]?.message}`, 'Correct it', {
          field: 'value',
        })
      const row = { value: data, changedAt: new Date() }
      await db
        .insert(settings)
        .values({ path: settingPath, ...row })
        .onConflictDoUpdate({ target: settings.path, set: row })
      cache.set(settingPath, { value: data })
    },
    async clear(path) {
      const checkedPath = checkPath(path)
      await db.delete(settings).where(eq(settings.path, checkedPath))
      cache.set(checkedPath, { value: readConfigValue(checkedPath) })
    },
  }
}

function checkPath(path: string): SettingPath {
  const knownPath = paths.find((one) => one === path)
  if (!knownPath)
    throw new Fault('not-found', 'This setting is not edited here', 'Edit latchkey.json')
  return knownPath
}

import { readdirSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import {
  type NetworkFile,
  networkFile,
  sourceTable,
  type WalletFile,
  walletFile,
} from './schema.ts'

const data = new URL('../../packages/catalog/data/', import.meta.url)

export interface CatalogData {
  readonly wallets: readonly (WalletFile & { readonly svg: string })[]
  readonly networks: readonly NetworkFile[]
  readonly sources: Readonly<Record<string, { readonly year: number }>>
}

/**
 * Reads and validates everything under `packages/catalog/data`; throws an error that names the
 * invalid file.
 */
export function readCatalog(): CatalogData {
  return {
    wallets: files('wallets', walletFile)
      .map(({ name, row }) => ({ ...named(name, row.id, row), svg: text(`wallets/${row.id}.svg`) }))
      .sort(byRank),
    networks: files('networks', networkFile)
      .map(({ row }) => row)
      .sort(byRank),
    sources: sourceTable.parse(JSON.parse(text('sources.json'))),
  }
}

/** Paths of the row's fields that have a value and need a source: `mobile.native`, `rdns`, … */
export function statedFields(row: Readonly<Record<string, unknown>>): string[] {
  const grouped = ['mobile', 'desktop', 'inAppBrowser', 'stores']
  const own = ['id', 'key', 'rank', 'sources', 'svg', 'colorOrigin', 'formats', ...grouped]
  const flat = Object.keys(row).filter((field) => !own.includes(field) && isStated(row[field]))
  const nested = grouped.flatMap((group) =>
    Object.entries((row[group] ?? {}) as object).flatMap(([field, value]) =>
      isStated(value) ? [`${group}.${field}`] : [],
    ),
  )
  return [...flat, ...nested].filter((field) => field !== 'color' || row.colorOrigin !== 'id')
}

function isStated(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0)
}

function files<S extends z.ZodType>(
  folder: string,
  schema: S,
): { name: string; row: z.infer<S> }[] {
  return readdirSync(new URL(`${folder}/`, data))
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const result = schema.safeParse(JSON.parse(text(`${folder}/${name}`)))
      if (!result.success) throw new Error(`${folder}/${name}: ${result.error.message}`)
      return { name, row: result.data }
    })
}

function named<T>(file: string, id: string, row: T): T {
  if (file !== `${id}.json`) throw new Error(`${file}: its id is ${id}`)
  return row
}

function text(path: string): string {
  return readFileSync(new URL(path, data), 'utf8')
}

function byRank(a: { rank: number }, b: { rank: number }): number {
  return a.rank - b.rank
}

import type { WalletListing } from '@latchkey/protocol'
import { rows } from './wallets.gen.ts'

/** Every wallet of the snapshot, best known first. A wallet without `image_url` is drawn as a monogram on its `color`. */
export function wallets(): readonly WalletListing[] {
  return rows
}

/**
 * Wallets whose name or former name holds `query`, or of which it is a key; an empty query finds all.
 * Spaces around it, letter case and diacritics make no difference. Names that begin with it come first.
 */
export function searchWallets(query: string): readonly WalletListing[] {
  const wanted = plain(query)
  if (wanted === '') return rows
  const begins = rows.filter((row) => names(row).some((name) => name.startsWith(wanted)))
  const holds = rows.filter((row) => names(row).some((name) => name.includes(wanted)) || isKey(row, wanted))
  return [...new Set([...begins, ...holds])]
}

function names(row: WalletListing): string[] {
  return [row.name, ...(row.aliases ?? [])].map(plain)
}

function isKey(row: WalletListing, wanted: string): boolean {
  return [row.id, ...(row.keys ?? [])].some((key) => plain(key) === wanted)
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

import type { WalletListing } from '@latchkey/protocol'

/**
 * The `rows` whose name or former name contains `query`, or that have it as a key; names that begin
 * with it come first.
 */
export function findWallets(
  rows: readonly WalletListing[],
  query: string,
): readonly WalletListing[] {
  const wanted = foldText(query)
  if (wanted === '') return rows
  const begins = rows.filter((row) => namesOf(row).some((name) => name.startsWith(wanted)))
  const holds = rows.filter(
    (row) => namesOf(row).some((name) => name.includes(wanted)) || isKey(row, wanted),
  )
  return [...new Set([...begins, ...holds])]
}

function namesOf(row: WalletListing): string[] {
  return [row.name, ...(row.aliases ?? [])].map(foldText)
}

function isKey(row: WalletListing, wanted: string): boolean {
  return [row.id, row.rdns ?? '', ...(row.keys ?? []), ...(row.explorer_ids ?? [])].some(
    (key) => foldText(key) === wanted,
  )
}

function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

import type { WalletListing } from '@latchkey/protocol'

/**
 * Returns the `rows` whose name or former name contains `query`, or that have it as a key; names
 * that begin with it come first.
 */
export function findWallets(
  rows: readonly WalletListing[],
  query: string,
): readonly WalletListing[] {
  const foldedQuery = foldText(query)
  if (foldedQuery === '') return rows
  const startMatches = rows.filter((row) =>
    foldNames(row).some((name) => name.startsWith(foldedQuery)),
  )
  const containMatches = rows.filter(
    (row) =>
      foldNames(row).some((name) => name.includes(foldedQuery)) || isKeyMatch(row, foldedQuery),
  )
  return [...new Set([...startMatches, ...containMatches])]
}

function foldNames(row: WalletListing): string[] {
  return [row.name, ...(row.aliases ?? [])].map(foldText)
}

function isKeyMatch(row: WalletListing, foldedQuery: string): boolean {
  return [row.id, row.rdns ?? '', ...(row.keys ?? []), ...(row.explorer_ids ?? [])].some(
    (key) => foldText(key) === foldedQuery,
  )
}

function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

import { inWords } from '@latchkey/protocol'
import type { Kit } from './kit.ts'

/**
 * A query in the form that a query library, such as TanStack Query, needs: key, function, and
 * milliseconds for which the data counts as fresh.
 */
export interface Query<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context?: { readonly signal?: AbortSignal }) => Promise<Data>
  readonly staleTime: number
}

/** Makes a query key. Keys of two kits are never equal. */
export function queryKey(kit: Kit, ...keyParts: readonly unknown[]): readonly unknown[] {
  return ['latchkey', kit.id, ...keyParts]
}

/** Returns the same query, except that its errors have a readable text. */
export function withErrorTexts<
  Q extends { readonly queryFn: (context: never) => Promise<unknown> },
>(query: Q): Q {
  return { ...query, queryFn: (context: never) => inWords(query.queryFn(context)) }
}

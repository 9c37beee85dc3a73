import { inWords } from '@latchkey/protocol'
import type { Kit } from './kit.ts'

/** What a query library needs: key, function, milliseconds of freshness. */
export interface Query<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context?: { readonly signal?: AbortSignal }) => Promise<Data>
  readonly staleTime: number
}

/** Keys of two kits never meet. */
export function queryKey(kit: Kit, ...parts: readonly unknown[]): readonly unknown[] {
  return ['latchkey', kit.id, ...parts]
}

/** The same query; what it fails with says so in words. */
export function inWordsOf<Q extends { readonly queryFn: (context: never) => Promise<unknown> }>(
  query: Q,
): Q {
  return { ...query, queryFn: (context: never) => inWords(query.queryFn(context)) }
}

import type { Connector, Features, Reader } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { connector } from './connector.ts'
import type { explain } from './errors.ts'
import { reader } from './reader.ts'

/** What no page needs before a wallet is asked or a chain read: one chunk. */
export interface Heavy {
  readonly connector: typeof connector
  readonly reader: Required<Reader>
  /** The connector as it was, but what it throws is thrown once `explain` has its tables. */
  told(connector: Connector): Connector
  /** There from the first error on: a page where nothing fails never loads the tables. */
  readonly explain?: typeof explain | undefined
}

/** One for each adapter. */
export function openHeavy(): Heavy {
  const held: { explain?: typeof explain | undefined } = {}
  const told =
    <A extends readonly never[], R>(call: (...all: A) => Promise<R>) =>
    async (...all: A): Promise<R> => {
      try {
        return await call(...all)
      } catch (error) {
        // An error that cannot be named is still the error, should the tables not come.
        if (!hasCode(error))
          held.explain ??= (await import('./errors.ts').catch(() => null))?.explain
        throw error
      }
    }
  const all = <T extends object>(calls: T): T =>
    Object.fromEntries(Object.entries(calls).map(([verb, call]) => [verb, told(call)])) as T
  const wrap = (inner: Connector): Connector => ({
    ...inner,
    features: all<Features>(inner.features),
    connect: told(inner.connect),
  })
  return {
    connector: (...parameters) => wrap(connector(...parameters)),
    reader: all(reader),
    told: wrap,
    get explain() {
      return held.explain
    },
  }
}

import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { Reader } from './reader.ts'

/** Wraps a call that may fail. */
export type Guard = <Parameters extends readonly unknown[], Result>(
  call: (...parameters: Parameters) => Promise<Result>,
) => (...parameters: Parameters) => Promise<Result>

/** Errors of one adapter. The tables that map errors to codes are loaded with the first error. */
export interface LazyErrors {
  /**
   * `Adapter.explain`; before the tables are loaded it returns a code only for errors that need no
   * table.
   */
  explain(error: unknown): ErrorCode
  /** Wraps a call: when it fails, its error is thrown once the tables are loaded. */
  readonly guard: Guard
}

/** The module of each method of a reader; the module exports it under the method's own name. */
export type ReaderModules = {
  readonly [Name in keyof Reader]?: () => Promise<{
    readonly [Export in Name]: (
      ...parameters: Parameters<Required<Reader>[Export]>
    ) => ReturnType<Required<Reader>[Export]> | Awaited<ReturnType<Required<Reader>[Export]>>
  }>
}

/**
 * Errors of an adapter that loads its tables late: a page where nothing fails never loads them.
 * @param loadTables - the module that exports `explain` of all tables
 */
export function lazyErrors(
  loadTables: () => Promise<{ readonly explain: (error: unknown) => ErrorCode }>,
): LazyErrors {
  let explain: ((error: unknown) => ErrorCode) | undefined
  const guard: Guard =
    (call) =>
    (...parameters) =>
      call(...parameters).catch(async (error) => {
        // When the tables cannot be loaded, the original error is thrown.
        const loadingTables =
          explain ||
          loadTables().then(
            (tables) => {
              explain = tables.explain
            },
            () => {},
          )
        // An error that has a code already needs no table, so it is thrown at once. If it waited,
        // the end of the session would be reported before its reason.
        if (!hasCode(error)) await loadingTables
        throw error
      })
  return { explain: (error) => explain?.(error) ?? explainWithoutTables(error), guard }
}

/**
 * Chain reads whose code is loaded by the first call of each.
 * @param modules - names every method that the adapter offers; the others are absent from its
 *   reader
 */
export function lazyReader<Modules extends ReaderModules>(
  modules: Modules,
  guard: Guard = (call) => call,
): Pick<Required<Reader>, keyof Modules & keyof Reader> {
  // The cast is needed because the compiler cannot infer the names in a loop; the type of `modules`
  // still checks them.
  const entries = Object.entries(modules) as unknown as [string, () => Promise<Methods>][]
  const methods = entries.map(([name, loadModule]) => [
    name,
    guard(async (...parameters) => (await loadModule())[name]?.(...parameters)),
  ])
  return Object.fromEntries(methods)
}

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => unknown>>

function explainWithoutTables(error: unknown): ErrorCode {
  if (hasCode(error)) return error.code
  return (error as { code?: unknown } | null)?.code === 4001 ? 'user-rejected' : 'unknown'
}

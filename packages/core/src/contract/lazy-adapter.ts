import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { Reader } from './reader.ts'

/**
 * A function that wraps an asynchronous function, so that the wrapped one handles the errors of the
 * original.
 */
export type Guard = <Parameters extends readonly unknown[], Result>(
  call: (...parameters: Parameters) => Promise<Result>,
) => (...parameters: Parameters) => Promise<Result>

/**
 * The error handling of one adapter. The tables that map errors to codes are loaded when the first
 * error occurs.
 */
export interface LazyErrors {
  /**
   * Maps an error to its code, as `Adapter.explain`. Before the tables are loaded, it knows only
   * the errors that need no table.
   */
  explain(error: unknown): ErrorCode
  /**
   * Wraps an asynchronous function: when the function fails, the tables are loaded before its error
   * is thrown.
   */
  readonly guard: Guard
}

/**
 * For each method of a chain reader, a function that imports its module; the module exports the
 * method under the method's own name.
 */
export type ReaderModules = {
  readonly [Name in keyof Reader]?: () => Promise<{
    readonly [Export in Name]: (
      ...parameters: Parameters<Required<Reader>[Export]>
    ) => ReturnType<Required<Reader>[Export]> | Awaited<ReturnType<Required<Reader>[Export]>>
  }>
}

/**
 * Makes the error handling of an adapter that loads its tables of error codes late: a page where nothing fails
 * never loads them.
 * @param loadErrorTables - the module that exports `explain` of all tables
 */
export function lazyErrors(
  loadErrorTables: () => Promise<{ readonly explain: (error: unknown) => ErrorCode }>,
): LazyErrors {
  let explain: ((error: unknown) => ErrorCode) | undefined
  const guard: Guard =
    (call) =>
    (...parameters) =>
      call(...parameters).catch(async (error) => {
        // When the tables cannot be loaded, the original error is thrown.
        const loadingErrorTables =
          explain ||
          loadErrorTables().then(
            (tables) => {
              explain = tables.explain
            },
            () => {},
          )
        // An error that has a code already needs no table, so it is thrown at once. If it waited
        // for the tables, the end of the session would be reported before its reason.
        if (!hasCode(error)) await loadingErrorTables
        throw error
      })
  return { explain: (error) => explain?.(error) ?? explainWithoutTables(error), guard }
}

/**
 * Makes a chain reader that loads the code of each method when the method is first called.
 * @param modules - names every method that the adapter offers; the others are absent from its
 *   reader
 */
export function lazyReader<Modules extends ReaderModules>(
  modules: Modules,
  guard: Guard = (call) => call,
): Pick<Required<Reader>, keyof Modules & keyof Reader> {
  // The cast is needed because the compiler cannot infer the method names in a loop; the type of
  // `modules` still checks them.
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

import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { Reader } from './reader.ts'

/** Wraps a call that may fail. */
export type Guard = <Parameters extends readonly unknown[], Result>(
  call: (...parameters: Parameters) => Promise<Result>,
) => (...parameters: Parameters) => Promise<Result>

/** The errors of one adapter, named by tables that are loaded with the first error. */
export interface LazyErrors {
  /** `Adapter.explain`; until the tables are there it knows only what needs none. */
  explain(error: unknown): ErrorCode
  /** The call as it was, but what it throws is thrown once the tables are there. */
  readonly guard: Guard
}

/** Where each method of a reader is: a module that exports it under the method's own name. */
export type ReaderModules = {
  readonly [Name in keyof Reader]?: () => Promise<{
    readonly [Export in Name]: (
      ...parameters: Parameters<Required<Reader>[Export]>
    ) => ReturnType<Required<Reader>[Export]> | Awaited<ReturnType<Required<Reader>[Export]>>
  }>
}

/**
 * Errors of an adapter that loads its tables late: a page where nothing fails never loads them.
 * @param load - the module that exports `explain` of all tables
 */
export function lazyErrors(
  load: () => Promise<{ readonly explain: (error: unknown) => ErrorCode }>,
): LazyErrors {
  let explain: ((error: unknown) => ErrorCode) | undefined
  const guard: Guard =
    (call) =>
    (...parameters) =>
      call(...parameters).catch(async (error) => {
        // An error that cannot be named is still the error, should the tables not come.
        const coming =
          explain ||
          load().then(
            (tables) => {
              explain = tables.explain
            },
            () => {},
          )
        // What has a code needs no table: a session's end would be told before its reason.
        if (!hasCode(error)) await coming
        throw error
      })
  return { explain: (error) => explain?.(error) ?? explainWithoutTables(error), guard }
}

/**
 * Chain reads whose code is loaded by the first call of each.
 * @param modules - names every method that the adapter offers; the others are absent from its reader
 */
export function lazyReader<Modules extends ReaderModules>(
  modules: Modules,
  guard: Guard = (call) => call,
): Pick<Required<Reader>, keyof Modules & keyof Reader> {
  // The compiler cannot follow a name through a loop; what is checked is the type of `modules`.
  const entries = Object.entries(modules) as unknown as [string, () => Promise<Methods>][]
  const methods = entries.map(([name, load]) => [
    name,
    guard(async (...parameters) => (await load())[name]?.(...parameters)),
  ])
  return Object.fromEntries(methods)
}

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => unknown>>

function explainWithoutTables(error: unknown): ErrorCode {
  if (hasCode(error)) return error.code
  return (error as { code?: unknown } | null)?.code === 4001 ? 'user-rejected' : 'unknown'
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesOf } from './titles.ts'

/**
 * One of the forty common complaints about wallet kits, with the tests that show Latchkey avoids
 * it.
 */
export interface Demand {
  readonly id: number
  readonly demand: string
  readonly isClaimed: boolean
  /** The part that no test shows; it is mentioned in the claim. */
  readonly except?: string
  readonly tests?: readonly { readonly file: string; readonly title: string }[]
}

/** Finds claims without a test, and named tests that do not exist. */
export function demandFaults(
  demands: readonly Demand[],
  read: (file: string) => string | undefined,
): string[] {
  return demands
    .filter(({ isClaimed }) => isClaimed)
    .flatMap(({ id, demand, tests = [] }) => {
      if (tests.length === 0) return [`${id} ${demand}: claimed without a test`]
      return tests.flatMap(({ file, title }) => {
        const text = read(file)
        if (text === undefined) return [`${id} ${demand}: ${file} is not there`]
        return titlesOf(text).has(title) ? [] : [`${id} ${demand}: ${file} has no test "${title}"`]
      })
    })
}

export function readFrom(root: string): (file: string) => string | undefined {
  return (file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined
}

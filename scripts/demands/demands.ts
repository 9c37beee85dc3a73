import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesOf } from './titles.ts'

/**
 * One of the forty things people suffer from in wallet kits, and what shows that ours does not have
 * it.
 */
export interface Demand {
  readonly id: number
  readonly demand: string
  readonly isClaimed: boolean
  /** What of it no test shows; whoever reads the claim is told. */
  readonly except?: string
  readonly tests?: readonly { readonly file: string; readonly title: string }[]
}

/** Claimed demands without a test, and tests that are named but not there. */
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

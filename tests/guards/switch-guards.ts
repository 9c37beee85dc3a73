import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Guard } from './guard.ts'
import { type GuardName, guards } from './guards.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The test build: sources in which each guard of the table can be switched off by its name in `globalThis.latchkeyGuardsOff`.
 * What is shipped has no such switch; a guard that is not found exactly once ends the build.
 */
export function switchGuards(): Plugin {
  return {
    name: 'switch-guards',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? ''
      const here = (Object.entries(guards) as [GuardName, Guard][]).filter(([, { file }]) => join(root, file) === path)
      return here.length > 0 ? { code: withSwitches(code, here), map: null } : null
    },
  }
}

interface Mark {
  readonly at: number
  /** Negative at the end of a guard: ends come before beginnings, inner ends before outer ones. */
  readonly order: number
  readonly text: string
}

function onlyPlace(code: string, text: string): number {
  const at = code.indexOf(text)
  return code.includes(text, at + 1) ? -1 : at
}

/** @throws for a guard whose text is not there exactly once */
export function withSwitches(code: string, here: readonly (readonly [string, Guard])[]): string {
  const marks = here.flatMap(([name, { file, text, after, off }], i): readonly Mark[] => {
    const from = onlyPlace(code, after ?? text)
    const at = code.indexOf(text, from)
    if (from < 0 || at < 0) throw new Error(`${file}: the guard "${name}" is not there exactly once: ${after ?? text}`)
    const isOff = `globalThis.latchkeyGuardsOff?.has(${JSON.stringify(name)})`
    const [opening, closing] = off === undefined ? [`if (!${isOff}) { `, ' }'] : [`(${isOff} ? (${off}) : (`, '))']
    const size = text.length * here.length + i
    return [
      { at, order: 1 / (1 + size), text: opening },
      { at: at + text.length, order: size - 1e9, text: closing },
    ]
  })
  const sorted = [...marks].sort((a, b) => a.at - b.at || a.order - b.order)
  const cuts = [0, ...sorted.map(({ at }) => at), code.length]
  return sorted.reduce(
    (made, { text }, i) => made + text + code.slice(cuts[i + 1], cuts[i + 2]),
    code.slice(0, cuts[1]),
  )
}

import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Guard } from './guard.ts'
import { type GuardName, guards } from './guards.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The test build: each guard of the table can be switched off by its name in
 * `globalThis.latchkeyGuardsOff`. The published build has no such switch; a guard that is not found
 * exactly once fails the build.
 */
export function switchGuards(): Plugin {
  return {
    name: 'switch-guards',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? ''
      const here = (Object.entries(guards) as [GuardName, Guard][]).filter(
        ([, { file }]) => join(root, file) === path,
      )
      return here.length > 0 ? { code: withSwitches(code, here), map: null } : null
    },
  }
}

interface Mark {
  readonly at: number
  /** Negative at the end of a guard: ends come before starts, inner ends before outer ones. */
  readonly order: number
  readonly text: string
}

/**
 * The positions of a text; line breaks, and commas that a formatter adds before a bracket, are
 * ignored.
 */
function placesOf(code: string, text: string): { at: number; end: number }[] {
  const tokens = text.match(/\w+|[^\w\s]/g) ?? []
  const pattern = tokens.map((token) =>
    /[)\]}]/.test(token) ? `,?\\s*\\${token}` : token.replace(/[^\w]/, '\\$&'),
  )
  return [...code.matchAll(new RegExp(pattern.join('\\s*'), 'g'))].map(({ 0: found, index }) => ({
    at: index,
    end: index + found.length,
  }))
}

/** @throws when a guard's text does not occur exactly once */
export function withSwitches(code: string, here: readonly (readonly [string, Guard])[]): string {
  const marks = here.flatMap(([name, { file, text, after, off }], i): readonly Mark[] => {
    const marked = placesOf(code, after ?? text)
    const place = placesOf(code, text).find(({ at }) => at >= (marked[0]?.at ?? Infinity))
    if (marked.length !== 1 || !place) {
      throw new Error(`${file}: the guard "${name}" is not there exactly once: ${after ?? text}`)
    }
    const isOff = `globalThis.latchkeyGuardsOff?.has(${JSON.stringify(name)})`
    const [opening, closing] =
      off === undefined ? [`if (!${isOff}) { `, ' }'] : [`(${isOff} ? (${off}) : (`, '))']
    const size = (place.end - place.at) * here.length + i
    return [
      { at: place.at, order: 1 / (1 + size), text: opening },
      { at: place.end, order: size - 1e9, text: closing },
    ]
  })
  const sorted = [...marks].sort((a, b) => a.at - b.at || a.order - b.order)
  const cuts = [0, ...sorted.map(({ at }) => at), code.length]
  return sorted.reduce(
    (made, { text }, i) => made + text + code.slice(cuts[i + 1], cuts[i + 2]),
    code.slice(0, cuts[1]),
  )
}

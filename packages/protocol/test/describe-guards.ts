import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

/** A guard, the schema of the same shape, and values that both take or refuse. */
export interface GuardCase {
  readonly guard: (value: unknown) => boolean
  readonly schema: z.ZodType
  readonly good: unknown
  readonly bad: readonly unknown[]
}

/**
 * That guards and schemas agree: on good and bad examples, on anything, and on good ones with one
 * wrong place.
 */
export function describeGuards(cases: Readonly<Record<string, GuardCase>>): void {
  describe.each(Object.entries(cases))('%s', (_, { guard, schema, good, bad }) => {
    const accepts = (value: unknown): boolean => schema.safeParse(value).success

    test('default', () => {
      expect(guard(good)).toBe(true)
      expect(accepts(good)).toBe(true)
    })

    test('behavior: refuses what is malformed or too large', () => {
      for (const value of bad) {
        expect({ value, verdict: guard(value) }).toEqual({ value, verdict: false })
        expect({ value, verdict: accepts(value) }).toEqual({ value, verdict: false })
      }
    })

    test('behavior: guard and schema agree on anything', () => {
      fc.assert(fc.property(fc.anything(), (value) => guard(value) === accepts(value)))
    })

    test('behavior: guard and schema agree on answers with one wrong place', () => {
      fc.assert(
        fc.property(mutated(good), (value) => guard(value) === accepts(value)),
        { numRuns: 500 },
      )
    })
  })
}

/** The same value with one place in it replaced, dropped or added. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value)
  return fc
    .tuple(
      fc.constantFrom(...paths),
      fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.double(), fc.string()),
    )
    .map(([path, replacement]) => {
      const copy = structuredClone({ root: value }) as Record<string, unknown>
      const parent = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy)
      parent[path.at(-1) as string] = replacement
      return copy.root
    })
}

function pathsOf(value: unknown, at: readonly string[] = ['root']): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    at,
    [...at, 'extra'],
    ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...at, key])),
  ]
}

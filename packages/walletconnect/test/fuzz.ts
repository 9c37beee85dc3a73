import { hasCode } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect } from 'vitest'
import { seed } from '../../../tests/helpers/seed.ts'
import type { Relay } from '../src/contract.ts'
import { parseMessage } from '../src/crypto/parse-message.ts'

/** `npm run soak` asks for fifty times as much: a million inputs here and at the gateway. */
const factor = process.env.LATCHKEY_PROPERTY_RUNS
  ? Number(process.env.LATCHKEY_PROPERTY_RUNS) / 400
  : 1

/** What is run; `share` of the twenty thousand. */
export const runsOf = (share: number): number => Math.max(1, Math.round(share * factor))
export const timeoutOf = (share: number): number => 30_000 + runsOf(share) * 20
export const parameters = (share: number): { numRuns: number; seed: number } => ({
  numRuns: runsOf(share),
  seed,
})

export const account = `eip155:1:0x${'ab'.repeat(20)}` as const
const hex = 'ab'.repeat(32)

const words = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'id',
  'eip155',
]
const one = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e308,
      2 ** 53,
      1.5,
      '',
      ' ',
      '0x',
      [],
      {},
      hex,
      account,
      'eip155:1',
      'eip155',
      'x:',
      ...words,
      'http://x'.repeat(9),
      'javascript:alert(1)',
      '\u0000',
      '\ud800',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.dictionary(fc.constantFrom(...words), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 4,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      JSON.parse('{"__proto__":{"polluted":1}}'),
      JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'),
      JSON.parse('{"eip155":{"__proto__":{"accounts":[]},"accounts":{"length":9e9}}}'),
    ),
  },
)
/** Stand for what is too large or too deep to be carried about before it is text. */
const large: Readonly<Record<string, () => string>> = {
  '@long': () => `"${'x'.repeat(200_000)}"`,
  '@lists': () => `${'['.repeat(20_000)}1${']'.repeat(20_000)}`,
  '@objects': () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@chains': () => JSON.stringify(Array.from({ length: 20_000 }, (_, i) => `eip155:${i}:0x0`)),
  '@scopes': () => {
    const none = { accounts: [], methods: [], events: [] }
    return JSON.stringify(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`eip155:${i}`, none])),
    )
  },
}

/** The text of a hostile value. */
export function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /"(@[a-z]+)"/g,
    (whole, name: string) => large[name]?.() ?? whole,
  )
}

/** A hostile value as it comes out of an envelope; nothing when it does not. */
export function parsed(value: unknown): unknown {
  try {
    return value === undefined ? undefined : parseMessage(textOf(value))
  } catch (error) {
    if (!hasCode(error, 'envelope-invalid')) throw error
    return undefined
  }
}

/** Any JSON that nobody decent would send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: one },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(large)) },
)

/** A decent value with up to three of its fields made hostile, or gone. */
export function spoiled(decent: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(decent)
  const change = fc.tuple(
    fc.constantFrom(...paths),
    fc.oneof({ weight: 5, arbitrary: hostile }, fc.constant(undefined)),
  )
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((list) => list.reduce(put, structuredClone(decent))),
    },
    { weight: 1, arbitrary: hostile },
  )
}

function pathsOf(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...at, key]))
      : []
  return at.length ? [at, ...inside] : inside
}

function put(whole: unknown, [path, value]: readonly [readonly string[], unknown]): unknown {
  const last = path.at(-1) ?? ''
  let place = whole as Record<string, unknown> | null
  for (const key of path.slice(0, -1)) {
    const next: unknown =
      typeof place === 'object' && place !== null && Object.hasOwn(place, key)
        ? place[key]
        : undefined
    if (typeof next !== 'object' || next === null) return whole
    place = next as Record<string, unknown>
  }
  if (place && Object.isExtensible(place))
    Object.defineProperty(place, last, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return whole
}

/** Nothing but our errors; the pure function or promise may also succeed. */
export async function onlyOurs(act: () => unknown): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    if (!hasCode(error)) throw error
    return undefined
  }
}

/** Of a wallet, an error also travels as it came. */
export function isOursOrWire(error: unknown): boolean {
  return (
    hasCode(error) || (typeof error === 'object' && error !== null && !(error instanceof Error))
  )
}

export function expectClean(): void {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
}

/** A relay that takes everything and says nothing. */
export function deafRelay(url = 'ws://relay.test'): Relay {
  const nothing = async (): Promise<void> => {}
  return {
    url,
    subscribe: nothing,
    unsubscribe() {},
    publish: nothing,
    propose: nothing,
    approve: nothing,
    close() {},
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Selector, transform } from 'lightningcss'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(source, path), 'utf8')
/**
 * The sheets of the features that come after the account; once adopted they stay, over every view
 * that comes after.
 */
const late = [
  ...textOf('features/account/later.ts').matchAll(/import\('\.\.\/([\w-]+)\/feature\.ts'\)/g),
].flatMap(([, folder]) =>
  [...textOf(`features/${folder}/feature.ts`).matchAll(/([\w-]+\.css)\?inline/g)].map(
    ([, sheet]) => sheet as string,
  ),
)
const sheets = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css'))

interface Sheet {
  /** Each with the classes it names, those inside of `:is()` and its like too. */
  readonly selectors: readonly (readonly string[])[]
  readonly keyframes: readonly string[]
}

function classesOf(selector: Selector): readonly string[] {
  return selector.flatMap((part) => {
    if (part.type === 'class') return [part.name]
    if (part.type !== 'pseudo-class') return []
    const inner =
      'selectors' in part
        ? part.selectors
        : 'selector' in part && part.selector
          ? [part.selector]
          : []
    return ((inner ?? []) as Selector[]).flatMap(classesOf)
  })
}

function readSheet(text: string): Sheet {
  const selectors: (readonly string[])[] = []
  const keyframes: string[] = []
  transform({
    filename: 'sheet.css',
    code: Buffer.from(text),
    visitor: {
      Rule: {
        style: (rule) => {
          selectors.push(...rule.value.selectors.map(classesOf))
        },
        keyframes: (rule) => {
          keyframes.push(rule.value.name.value)
        },
      },
    },
  })
  return { selectors, keyframes }
}

/**
 * What a late sheet says without naming a class of its own, and what it calls by a name that others
 * use.
 */
function faultsOf(name: string, all: ReadonlyMap<string, Sheet>): readonly string[] {
  const own = all.get(name)
  const others = [...all].filter(([other]) => other !== name).map(([, sheet]) => sheet)
  const known = new Set(others.flatMap(({ selectors }) => selectors.flat()))
  const moved = new Set(others.flatMap(({ keyframes }) => keyframes))
  const bare = own?.selectors.filter((classes) => classes.every((one) => known.has(one))) ?? []
  return [
    ...bare.map(
      (classes) => `${name}: ${classes.map((one) => `.${one}`).join(' ') || 'no class at all'}`,
    ),
    ...(own?.keyframes.filter((one) => moved.has(one)) ?? []).map(
      (one) => `${name}: @keyframes ${one}`,
    ),
  ]
}

const read = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, Sheet> =>
  new Map(Object.entries(texts).map(([name, text]) => [name, readSheet(text)]))

describe('sheets of late features', () => {
  test('default: each rule names a class that no other sheet knows', () => {
    expect(late.length).toBeGreaterThanOrEqual(4)
    const all = read(Object.fromEntries(sheets.map((name) => [name, textOf(`styles/${name}`)])))
    expect(late.flatMap((name) => faultsOf(name, all))).toEqual([])
  })

  test.each([
    ['one class in two late sheets', '.a{top:0}', '.choices{top:0}', 'late.css: .choices'],
    [
      'behind a class of the shell',
      '.row{top:0}',
      '.row .choices{top:0}',
      'late.css: .row .choices',
    ],
    ['in a media query', '.a{top:0}', '@media print{.choices{top:0}}', 'late.css: .choices'],
    ['inside of :is()', '.a{top:0}', ':is(.choices,.a)>dd{top:0}', 'late.css: .choices .a'],
    ['no class', '.a{top:0}', '[data-warned]>dd{top:0}', 'late.css: no class at all'],
    [
      'an animation',
      '@keyframes in{from{top:0}}',
      '@keyframes in{from{top:1px}}',
      'late.css: @keyframes in',
    ],
  ])('behavior: %s is found', (_, shell, text, fault) => {
    expect(
      faultsOf(
        'late.css',
        read({ 'shell.css': shell, 'other.css': '.choices{top:0}', 'late.css': text }),
      ),
    ).toEqual([fault])
  })

  test('behavior: what stands under a class of the chunk is its own affair', () => {
    const texts = {
      'shell.css': '.row{top:0}',
      'late.css': '.swap .row{top:0}.row:has(.swap-token){top:0}',
    }
    expect(faultsOf('late.css', read(texts))).toEqual([])
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rows } from './attacks.ts'
import { guards } from './guards.ts'
import { withSwitches } from './switch-guards.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('guards', () => {
  test.each(Object.entries(guards))('default: %s stands in its file, once', (name, guard) => {
    const switched = withSwitches(read(guard.file), [[name, guard]])
    expect(switched.split(`latchkeyGuardsOff?.has(${JSON.stringify(name)})`)).toHaveLength(2)
  })

  test('behavior: each is switched off by an attack', () => {
    const tests = readdirSync(import.meta.dirname).filter((name) =>
      /\.(chain|browser)\.test\.ts$/.test(name),
    )
    const text = tests
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n')
    expect(Object.keys(guards).filter((name) => !text.includes(`'${name}'`))).toEqual([])
  })

  test('behavior: what is shipped has no switch', () => {
    for (const { file } of Object.values(guards)) {
      expect(read(file)).not.toContain('latchkeyGuardsOff')
    }
  })
})

describe('withSwitches', () => {
  test('default: one within another, each by its own name', () => {
    const both = [
      ['outer', { file: 'f', text: 'a && b(c)', off: 'true' }],
      ['inner', { file: 'f', text: 'b(c)', off: 'd' }],
    ] as const
    const run = new Function(
      'off',
      'a',
      'b',
      'c',
      'd',
      `globalThis.latchkeyGuardsOff = off; return ${withSwitches('a && b(c)', both)}`,
    )
    const of = (...names: string[]) => run(new Set(names), true, () => 'guarded', 0, 'off')
    expect([of(), of('inner'), of('outer'), of('outer', 'inner')]).toEqual([
      'guarded',
      'off',
      true,
      true,
    ])
    Reflect.deleteProperty(globalThis, 'latchkeyGuardsOff')
  })

  test('behavior: of two that are alike, the one behind its text', () => {
    const made = withSwitches('a; x; a', [['one', { file: 'f', text: 'a', after: 'x', off: 'b' }]])
    expect(made.indexOf('latchkeyGuardsOff')).toBeGreaterThan(made.indexOf('x'))
    expect(made.startsWith('a; x; (')).toBe(true)
  })

  test('behavior: how the formatter breaks its lines does not matter', () => {
    const guard = { file: 'f', text: 'check(a, [b])', off: 'c' }
    const made = withSwitches('x\n  check(\n    a,\n    [\n      b,\n    ],\n  )', [['one', guard]])
    expect(made).toMatch(/^x\n {2}\(globalThis.*\? \(c\) : \(check\([^)]*\n {2}\)\)\)$/)
  })

  test('behavior: a guard that has gone, or stands twice, ends the build', () => {
    const guard = { file: 'f', text: 'a', off: 'b' }
    expect(() => withSwitches('c', [['one', guard]])).toThrow('not there exactly once')
    expect(() => withSwitches('a + a', [['one', guard]])).toThrow('not there exactly once')
    expect(() => withSwitches('x a', [['one', { ...guard, after: 'y' }]])).toThrow(
      'not there exactly once',
    )
    expect(() => withSwitches('a x', [['one', { ...guard, after: 'x' }]])).toThrow(
      'not there exactly once',
    )
  })
})

describe('attacks', () => {
  test.each(rows)('default: $attack', ({ tried, unswitched }) => {
    expect(tried.length).toBeGreaterThan(0)
    for (const [file, title] of tried) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
      expect(read(file)).toContain(title)
    }
    const isSwitched = tried.some(([file]) => file.startsWith('tests/guards/'))
    expect(isSwitched || unswitched !== undefined).toBe(true)
  })
})

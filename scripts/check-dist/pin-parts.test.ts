import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integrityOf, pinParts } from './pin-parts.ts'

const first = `const load=(name)=>name;const hash="__LATCHKEY_PINS__";
  export const open=()=>import(\`./dialog.js\`);export{load as loadPart};`
const files = (more: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries({
      'start.js': first,
      'dialog.js':
        'import{open}from"./start.js";import{a}from"./parts.js";export const more=()=>import("./late.js").then(()=>a)',
      'parts.js': 'import "./base.js";export const a=1',
      'base.js': 'export const b=2',
      'late.js': 'export{b}from"./base.js"',
      ...more,
    }),
  )

function readPins(pinned: ReadonlyMap<string, string>): Record<string, [string, string[]]> {
  return JSON.parse(/pins=(.*)\n/.exec(pinned.get('pins.js') ?? '')?.[1] ?? '')
}

describe('pinParts', () => {
  test('default: every import() is a call of the loader, in the first file by its own name', () => {
    const pinned = pinParts(files(), 'start.js')
    expect([...pinned.keys()].sort()).toEqual(
      ['base.js', 'dialog.js', 'late.js', 'latchkey.js', 'parts.js', 'pins.js'].sort(),
    )
    expect(pinned.get('latchkey.js')).toContain('open=()=>load("dialog.js")')
    expect(pinned.get('dialog.js')).toBe(
      'import{loadPart as latchkeyLoadPart}from"./latchkey.js";import{open}from"./latchkey.js";import{a}from"./parts.js";export const more=()=>latchkeyLoadPart("late.js").then(()=>a)',
    )
  })

  test('behavior: the table has the hash of each file as it is written, and needs before needers', () => {
    const pinned = pinParts(files(), 'start.js')
    const pins = readPins(pinned)
    expect(Object.keys(pins)).toEqual(['base.js', 'dialog.js', 'late.js', 'parts.js'])
    for (const [name, [integrity]] of Object.entries(pins)) {
      const hash = createHash('sha256')
        .update(pinned.get(name) ?? '')
        .digest('base64')
      expect(integrity).toBe(`sha256-${hash}`)
    }
    expect(pins['dialog.js']?.[1]).toEqual(['base.js', 'parts.js'])
    expect(pinned.get('latchkey.js')).toContain(integrityOf(pinned.get('pins.js') ?? ''))
  })

  test('behavior: refuses a first file that brings another one unchecked', () => {
    const unchecked = `import "./base.js";${first}`
    expect(() => pinParts(files({ 'start.js': unchecked }), 'start.js')).toThrow(
      'latchkey.js imports base.js',
    )
  })

  test('behavior: refuses a first file without loader or without a place for the hash', () => {
    expect(() => pinParts(files({ 'start.js': 'export const a=1' }), 'start.js')).toThrow(
      'nothing exports loadPart',
    )
    const bare = 'const load=1;export{load as loadPart}'
    expect(() => pinParts(files({ 'start.js': bare }), 'start.js')).toThrow('no place for a hash')
  })
})

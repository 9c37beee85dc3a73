import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { missingExamples } from './missing-examples.ts'

describe('missingExamples', () => {
  let root = ''
  afterEach(() => rmSync(root, { recursive: true }))

  function write(files: Readonly<Record<string, string>>): void {
    root = mkdtempSync(join(tmpdir(), 'latchkey-examples-'))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }

  it('default: exported functions and constants that are functions, without an example', () => {
    write({
      'packages/a/package.json': JSON.stringify({
        name: '@latchkey/a',
        exports: {
          '.': { 'latchkey-source': './src/index.ts' },
          './inside': { 'latchkey-source': './src/inside.ts' },
        },
      }),
      'packages/a/src/index.ts':
        "export { shown, told, type Shape } from './one.ts'\nexport { late as later } from './two.ts'\n",
      'packages/a/src/one.ts': [
        '/** Shows. @example shown() */',
        'export function shown() {}',
        '/** Tells. */',
        'export const told: (a: string) => void = tell',
        '/** Not exported by the index. */',
        'export function hidden() {}',
        'export interface Shape {}',
      ].join('\n'),
      'packages/a/src/two.ts': '/** Late. */\nexport function late() {}\nexport const limit = 5\n',
      'packages/a/src/inside.ts': '/** For the repository. */\nexport function inner() {}\n',
    })
    expect(missingExamples(root, 'packages/a')).toEqual([
      'packages/a/src/one.ts: told',
      'packages/a/src/two.ts: late',
    ])
  })
})

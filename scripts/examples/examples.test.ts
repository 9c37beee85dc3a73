import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseExamples, examples } from './examples.ts'
import { withTarballs } from './install-example.ts'
import { migrationExamples } from './migrations.ts'

describe('examples', () => {
  test.each([...examples, ...migrationExamples].map(({ name, folder = name }) => folder))(
    'default: %s is a folder to copy',
    (name) => {
      const folder = join(import.meta.dirname, '../../examples', name)
      expect(existsSync(join(folder, 'package.json'))).toBe(true)
    },
  )
})

describe('chooseExamples', () => {
  test('default: all, or those with a name', () => {
    expect(chooseExamples(examples, [])).toBe(examples)
    expect(chooseExamples(examples, ['sveltekit']).map(({ name }) => name)).toEqual(['sveltekit'])
  })

  test('behavior: the name of a folder means all in it', () => {
    expect(
      chooseExamples(migrationExamples, ['migrations/rainbowkit']).map(({ name }) => name),
    ).toEqual([
      'migrations/rainbowkit/before',
      'migrations/rainbowkit/after',
      'migrations/rainbowkit/codemod',
    ])
  })

  test('behavior: a name of none is refused', () => {
    expect(() => chooseExamples(examples, ['sveltekit', 'angular'])).toThrow(
      'no example is called angular',
    )
  })
})

describe('withTarballs', () => {
  test('default: tarballs for ours, the rest as it was', () => {
    const manifest = { name: 'app', dependencies: { '@latchkey/modal': '0.1.0', vue: '3' } }
    const tarballs = { '@latchkey/modal': '/t/modal.tgz', '@latchkey/core': '/t/core.tgz' }
    expect(withTarballs(manifest, ['@latchkey/core', '@latchkey/modal'], tarballs)).toEqual({
      name: 'app',
      dependencies: {
        '@latchkey/modal': 'file:/t/modal.tgz',
        '@latchkey/core': 'file:/t/core.tgz',
        vue: '3',
      },
    })
    expect(() => withTarballs(manifest, ['@latchkey/evm'], tarballs)).toThrow(
      '@latchkey/evm is not packed',
    )
  })
})

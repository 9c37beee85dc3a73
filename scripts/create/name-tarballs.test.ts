import { describe, expect, test } from 'vitest'
import { nameTarballs } from './name-tarballs.ts'

describe('nameTarballs', () => {
  const manifest = {
    name: 'app',
    dependencies: { '@latchkey/modal': '^0.1.0', react: '^19' },
    devDependencies: { '@latchkey/testing': '^0.1.0', vite: '^8' },
  }
  const needed = ['@latchkey/core', '@latchkey/modal', '@latchkey/testing']

  test('default: each in the list that has it, and what only ours need beside them', () => {
    const tarballs = Object.fromEntries(needed.map((name) => [name, `/t/${name.slice(10)}.tgz`]))
    expect(nameTarballs(manifest, needed, tarballs)).toEqual({
      name: 'app',
      dependencies: {
        '@latchkey/modal': 'file:/t/modal.tgz',
        react: '^19',
        '@latchkey/core': 'file:/t/core.tgz',
      },
      devDependencies: { '@latchkey/testing': 'file:/t/testing.tgz', vite: '^8' },
    })
  })

  test('behavior: what is not packed is a fault', () => {
    expect(() => nameTarballs(manifest, needed, {})).toThrow('@latchkey/core is not packed')
  })
})

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundlers, fullName } from './bundlers.ts'

const root = resolve(import.meta.dirname, '../..')

describe('bundlers', () => {
  test('default: every version is exact, and Vite is the one that the workspace has', () => {
    for (const { packages } of bundlers) {
      for (const version of Object.values(packages)) {
        expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      }
    }
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(bundlers.find(({ id }) => id === 'vite')?.packages.vite).toBe(devDependencies.vite)
  })

  test('default: the budgets name no bundler that is not measured', () => {
    const { own } = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8')).bundlers
    expect(bundlers.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(own)))
  })
})

describe('fullName', () => {
  test('default', () => {
    const packages = { next: '1.2.3', other: '4.5.6' }
    const next = { id: 'n', name: 'Next', packages, pages: '', build: [], output: '' }
    expect(fullName(next)).toBe('Next 1.2.3')
    expect(fullName({ ...next, compiler: 'Turbopack' })).toBe('Next 1.2.3, Turbopack')
  })
})

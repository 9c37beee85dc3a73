import { describe, expect, test } from 'vitest'
import {
  type BundlerBudgets,
  type BundlerFigures,
  bundlerFaults,
  bundlerRows,
  bundlerTable,
  limitsOf,
  worstOf,
} from './figures.ts'

const budgets: BundlerBudgets = {
  each: { critical: 8192, beforeClick: 32768 },
  own: { vite: { files: 25 }, esbuild: { critical: 20_000, why: 'It joins what it may not.' } },
}
const figures: BundlerFigures = {
  id: 'vite',
  name: 'Vite 1',
  critical: 8000,
  beforeClick: 32_000,
  afterClick: 50_000,
  files: { built: 25, beforeClick: 4 },
  faults: [],
}
const esbuild = { ...figures, id: 'esbuild', name: 'esbuild 2', critical: 19_192 }

describe('limitsOf', () => {
  test('default: the common numbers, with the own ones in their place', () => {
    expect(limitsOf(budgets, 'rollup')).toEqual({ critical: 8192, beforeClick: 32768 })
    expect(limitsOf(budgets, 'esbuild')).toMatchObject({ critical: 20_000, beforeClick: 32768 })
  })
})

describe('bundlerFaults', () => {
  test('default: a page within its limits has none', () => {
    expect(bundlerFaults(budgets, figures)).toEqual([])
    expect(bundlerFaults(budgets, esbuild)).toEqual([])
  })

  test('behavior: says each broken limit, and what the page did wrong', () => {
    expect(
      bundlerFaults(budgets, {
        ...figures,
        critical: 8193,
        beforeClick: 32_769,
        files: { built: 26, beforeClick: 4 },
        faults: ['404: /late.js'],
      }),
    ).toEqual([
      '404: /late.js',
      'critical: 8193 B gzip, more than 8192',
      'beforeClick: 32769 B gzip, more than 32768',
      '26 files, more than 25',
    ])
  })

  test('behavior: an own number needs a reason, and goes when it is not needed', () => {
    const silent = { ...budgets, own: { esbuild: { critical: 20_000 } } }
    expect(bundlerFaults(silent, esbuild)).toEqual(['critical: an own number without a reason'])
    expect(bundlerFaults(budgets, { ...esbuild, critical: 8192 })).toEqual([
      'critical: 8192 B gzip need no own number',
    ])
  })
})

describe('worstOf', () => {
  test('default', () => {
    expect(worstOf([figures, esbuild], 'critical').name).toBe('esbuild 2')
  })

  test('error: nothing was measured', () => {
    expect(() => worstOf([], 'critical')).toThrow('no bundler')
  })
})

describe('bundlerTable', () => {
  test('default: a row a bundler, and by how much and why one misses', () => {
    const lines = bundlerTable(budgets, [figures, esbuild]).split('\n')
    expect(lines).toContain('| Vite 1 | 8,000 | 32,000 | 50,000 | 4 | 25 |')
    expect(lines).toContain('| esbuild 2 | 19,192 | 32,000 | 50,000 | 4 | 25 |')
    expect(lines.at(-1)).toBe('- esbuild 2: 11,000 B above 8,192. It joins what it may not.')
  })

  test('behavior: what is over its own limit says so', () => {
    expect(bundlerTable(budgets, [{ ...figures, critical: 9000 }])).toContain('**9,000** (over)')
  })
})

describe('bundlerRows', () => {
  test('default: the worst by name, good while each keeps its own limit', () => {
    const [critical] = bundlerRows(budgets, [figures, esbuild])
    expect(critical).toMatchObject({ ours: '18.7 KiB', budget: '≤ 19.5 KiB', isGood: true })
    expect(critical?.inReadme).toContain('esbuild 2')
    const [broken] = bundlerRows(budgets, [{ ...figures, critical: 8193 }, esbuild])
    expect(broken?.isGood).toBe(false)
  })
})

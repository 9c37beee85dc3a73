import { describe, expect, test } from 'vitest'
import { type BuiltFile, lateSize } from './late-size.ts'

const files: readonly BuiltFile[] = [
  { file: 'index.js', gzip: 1, isEntry: true, imports: ['common.js'], modules: ['/src/index.js'] },
  { file: 'common.js', gzip: 2, isEntry: false, imports: [], modules: ['/src/common.js'] },
  {
    file: 'shell.js',
    gzip: 4,
    isEntry: false,
    imports: ['common.js', 'icon.js'],
    modules: ['/src/shell.js'],
  },
  { file: 'icon.js', gzip: 8, isEntry: false, imports: [], modules: ['/src/icon.js'] },
  {
    file: 'swap.js',
    gzip: 16,
    isEntry: false,
    imports: ['icon.js', 'math.js'],
    modules: ['/src/swap/chunk.js'],
  },
  { file: 'math.js', gzip: 32, isEntry: false, imports: ['swap.js'], modules: ['/src/math.js'] },
]

describe('lateSize', () => {
  test('default', () => {
    expect(lateSize(files, /swap\/chunk\.js$/, [])).toBe(16 + 8 + 32)
  })

  test('parameters: after', () => {
    expect(lateSize(files, /swap\/chunk\.js$/, [/shell\.js$/])).toBe(16 + 32)
  })

  test('behavior: what is nowhere is an error, not nothing', () => {
    expect(() => lateSize(files, /buy\/chunk\.js$/, [])).toThrow('in no file')
  })
})

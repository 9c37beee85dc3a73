import { describe, expect, test } from 'vitest'
import { readMetadata } from './read-metadata.ts'

const good = {
  name: 'Page',
  description: 'A page.',
  url: 'https://page.example',
  icons: ['https://page.example/i.png', 'data:image/png;base64,AA=='],
  redirect: { native: 'page://back', universal: 'https://page.example/back', linkMode: true },
}
const nothing = { name: '', description: '', url: '', icons: [] }

describe('readMetadata', () => {
  test('default', () => {
    expect(readMetadata(good)).toEqual(good)
  })
  test.each([
    undefined,
    null,
    'x',
    7,
    [],
    { name: 1, description: {}, url: 'javascript:x', icons: 'x', redirect: 1 },
  ])('parameters: %j', (value) => {
    expect(readMetadata(value)).toEqual(nothing)
  })
  test('behavior: only images that are https or data', () => {
    const icons = [
      '',
      'http://a.example/i.png',
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:x',
      1,
    ]
    expect(readMetadata({ ...good, icons }).icons).toEqual([])
    expect(readMetadata({ ...good, icons: ['', 'https://a.example/i.png'] }).icons).toEqual([
      'https://a.example/i.png',
    ])
    expect(
      readMetadata({ ...good, icons: [`data:image/png,${'x'.repeat(65_536)}`] }).icons,
    ).toEqual([])
  })
  test('behavior: nothing that turns or breaks text', () => {
    const { name } = readMetadata({ name: `Bank\u202e\n\u200bknaB${'x'.repeat(5000)}` })
    expect(name).toMatch(/^Bank knaBx+$/)
    expect(name).toHaveLength(128)
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'JAVASCRIPT:x',
    'https://a.example',
    'no scheme',
    'a b:c',
  ])('behavior: %s opens no app', (native) => {
    expect(readMetadata({ redirect: { native } }).redirect).toBeUndefined()
  })
  test.each([
    ['https://page.example/back', true],
    ['http://localhost:4300/', true],
    ['http://page.example', false],
    ['https://a:b@page.example', false],
    ['javascript:alert(1)', false],
    [7, false],
  ])('behavior: %s as the way back: %s', (universal, isKept) => {
    expect(readMetadata({ redirect: { universal } }).redirect).toEqual(
      isKept ? { universal } : undefined,
    )
  })
})

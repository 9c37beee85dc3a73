import { expect, test } from 'vitest'
import { nestsDeep } from './nests-deep.ts'

const of = (text: string): boolean => nestsDeep(Buffer.from(text), 3)

test('nestsDeep', () => {
  expect(of('[[[1]]]')).toBe(false)
  expect(of('[[[[1]]]]')).toBe(true)
  expect(of('{"a":{"b":[{}]}}')).toBe(true)
  expect(of('[[],[],[[]],{"a":[]}]')).toBe(false)
  expect(of('["[[[[[[","\\"[[[[[","\\\\",[["]"]]]')).toBe(false)
  expect(of('["\\\\",[[[[')).toBe(true)
})

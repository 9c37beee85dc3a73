import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findItemSpans, findMemberSpans } from './json-spans.ts'

test('default', () => {
  const text =
    ' { "id" : 1780000000000000001 , "a\\"}":"x\\\\\\"}" ,"b":[1,{"c":"]"}],"id":"last"} '
  expect(Object.fromEntries(findMemberSpans(text))).toEqual({
    id: '"last"',
    'a"}': '"x\\\\\\"}"',
    b: '[1,{"c":"]"}]',
  })
  expect(findItemSpans(' [ 1 , "a]" , {"b":[]} ,null] ')).toEqual(['1', '"a]"', '{"b":[]}', 'null'])
  expect(findItemSpans('[]')).toEqual([])
  expect(findMemberSpans('{}').size).toBe(0)
})

test('behavior: spans parse to what the whole parses to', () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  const indent = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(fc.array(value), indent, (list, space) => {
      expect(
        findItemSpans(JSON.stringify(list, null, space)).map((text) => JSON.parse(text)),
      ).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), indent, (record, space) => {
      const spans = findMemberSpans(JSON.stringify(record, null, space))
      for (const [key, item] of Object.entries(JSON.parse(JSON.stringify(record)))) {
        expect(JSON.parse(spans.get(key) as string)).toEqual(item)
      }
      expect(spans.size).toBe(Object.keys(record).length)
    }),
  )
})

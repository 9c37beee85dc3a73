import { describe, expect, test } from 'vitest'
import {
  formatRecap,
  grantOfRecap,
  makeRecap,
  mergeRecaps,
  parseRecap,
  recapOfResources,
  recapStatement,
} from './recap.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

describe('makeRecap', () => {
  test('default', () => {
    expect(makeRecap('eip155', ['personal_sign', 'eth_sendTransaction', 'personal_sign'])).toEqual(
      vectors.recap[0]?.object,
    )
  })
  test('behavior: methods are sorted', () => {
    const recap = makeRecap('eip155', ['personal_sign', 'eth_sendTransaction'])
    expect(formatRecap(recap)).toBe(vectors.recap[0]?.urn)
  })
  test('parameters: chains', () => {
    expect(formatRecap(makeRecap('eip155', ['personal_sign'], ['eip155:1', 'eip155:137']))).toBe(
      vectors.recap[1]?.urn,
    )
  })
})

describe('parseRecap', () => {
  test.each(vectors.recap)('parameters: $urn', ({ urn, object }) => {
    expect(parseRecap(urn)).toEqual(object)
    expect(recapOfResources(['https://a.example', urn])).toEqual(object)
  })
  test('behavior: the other alphabet of base64', () => {
    const recap = makeRecap('eip155', ['a?>~ÿ'])
    const urn = formatRecap(recap)
    expect(urn).toMatch(/[+/]/)
    expect(parseRecap(urn.replaceAll('+', '-').replaceAll('/', '_'))).toEqual(recap)
  })
  test.each([
    'https://a.example',
    'urn:recap:',
    'urn:recap:!!',
    `urn:recap:${btoa('{"att":{"a":1}}')}`,
    `urn:recap:${btoa('[]')}`,
  ])('behavior: %s is none', (resource) => {
    expect(parseRecap(resource)).toBeUndefined()
  })
  test('behavior: a recap that is not last does not count', () => {
    expect(recapOfResources([vectors.recap[0]?.urn ?? '', 'https://a.example'])).toBeUndefined()
  })
})

describe('recapStatement', () => {
  test.each(vectors.recap)('parameters: $urn', ({ object, statement }) => {
    expect(recapStatement(object)).toBe(statement)
  })
  test('behavior: every resource and kind is counted', () => {
    const att = { b: { 'x/1': [{}] }, a: { 'y/2': [{}], 'x/1': [{}], 'y/1': [{}] } }
    expect(recapStatement({ att })).toMatch(
      /: \(1\) 'x': '1' for 'a'\. \(2\) 'y': '1', '2' for 'a'\. \(3\) 'x': '1' for 'b'\.$/,
    )
  })
})

describe('mergeRecaps', () => {
  test('default', () => {
    const merged = mergeRecaps(makeRecap('eip155', ['b']), makeRecap('eip155', ['a'], ['eip155:1']))
    expect(JSON.stringify(merged)).toBe(
      '{"att":{"eip155":{"request/a":[{"chains":["eip155:1"]}],"request/b":[{}]}}}',
    )
    expect(
      Object.keys(mergeRecaps(makeRecap('sui', ['a']), makeRecap('eip155', ['a'])).att),
    ).toEqual(['eip155', 'sui'])
  })
})

describe('allowedBy', () => {
  test('default', () => {
    const recap = makeRecap('eip155', ['b', 'a'], ['eip155:1', 'eip155:137'])
    expect(grantOfRecap(recap, 'eip155')).toEqual({
      methods: ['a', 'b'],
      chains: ['eip155:1', 'eip155:137'],
    })
  })
  test('behavior: foreign chains and abilities that are no requests', () => {
    const att = { eip155: { 'request/a': [{ chains: ['sui:x', 7] }, null], 'other/b': [{}] } }
    expect(grantOfRecap({ att }, 'eip155')).toEqual({ methods: ['a'], chains: [] })
    expect(grantOfRecap({ att }, 'sui')).toEqual({ methods: [], chains: [] })
  })
})

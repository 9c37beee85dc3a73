import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { checkProposal } from './check-proposal.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const verdict = (value: unknown): true | number => {
  try {
    checkProposal(value)
    return true
  } catch (error) {
    if (!hasCode(error, 'proposal-unsupported')) throw error
    return error.context.sourceCode as number
  }
}

// Where the specification is silent: the code of the part that is wrong.
const ours: Record<string, true | number> = {
  undefined: true,
  null: true,
  'empty ns object': 5100,
  'no chains, ns key': 5100,
  'uppercase key': 5104,
  'methods missing': 5101,
  'events missing': 5102,
  'method not string': 5101,
  'methods string': 5101,
  'chains string': 5100,
  'CAIP2 key + chains': true,
  array: 5104,
  string: 5104,
}

describe('checkProposal', () => {
  test('default', () => {
    const asked = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] },
    }
    expect(checkProposal(asked)).toEqual(asked)
  })

  test.each(vectors.proposal)('parameters: $name', ({ name, value, spec }) => {
    expect(verdict(name === 'undefined' ? undefined : value)).toBe(spec ?? ours[name])
  })

  test('behavior: every vector has a verdict', () => {
    expect(vectors.proposal).toHaveLength(22)
    expect(
      vectors.proposal.filter(({ spec, name }) => (spec === undefined) === !(name in ours)),
    ).toEqual([])
  })

  test('behavior: what the entry says beyond is not taken over', () => {
    const entry = { chains: ['eip155:1'], methods: [], events: [], extra: 1 }
    expect(checkProposal({ eip155: entry }).eip155).toEqual({
      chains: ['eip155:1'],
      methods: [],
      events: [],
    })
  })
})

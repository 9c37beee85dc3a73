import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { WireProposalNamespace } from '../contract.ts'
import { checkGrant } from './check-grant.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const verdict = (value: unknown, required: unknown): true | number => {
  try {
    checkGrant(value, required as Record<string, WireProposalNamespace>)
    return true
  } catch (error) {
    if (!hasCode(error, 'proposal-unsupported')) throw error
    return error.context.sourceCode as number
  }
}

// Where the specification is silent.
const ours: Record<string, true | number> = {
  'empty namespaces': 5104,
  'undefined namespaces': 5104,
  'unrequested ns ok': true,
  'optional partially': true,
  'methods missing': 5101,
  'accounts missing': 5103,
  'chain in key': true,
  'chain key, other-chain account': 5103,
  'CAIP-10 empty address': 5103,
  'chains without accounts': true,
  'bad ns key': 5104,
}
const account = 'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'

describe('checkGrant', () => {
  test('default', () => {
    const granted = { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } }
    expect(checkGrant(granted)).toEqual(granted)
  })

  test.each(vectors.grant)('parameters: $name', ({ name, namespaces, required, spec }) => {
    expect(verdict(namespaces, required)).toBe(spec ?? ours[name])
  })

  test('behavior: every vector has a verdict', () => {
    expect(vectors.grant).toHaveLength(23)
    expect(
      vectors.grant.filter(({ spec, name }) => (spec === undefined) === !(name in ours)),
    ).toEqual([])
  })

  test('behavior: what was required of a chain may be granted under the key of the chain', () => {
    const required = { eip155: { chains: ['eip155:1'], methods: ['a', 'b'], events: ['e'] } }
    const bare = { accounts: [account], methods: ['a'], events: [] }
    const keyed = { accounts: [account], methods: ['b'], events: ['e'] }
    expect(verdict({ eip155: bare, 'eip155:1': keyed }, required)).toBe(true)
    expect(verdict({ eip155: bare, 'eip155:10': { ...keyed, accounts: [] } }, required)).toBe(5002)
  })
})

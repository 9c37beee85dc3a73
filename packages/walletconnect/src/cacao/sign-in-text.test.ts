import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { accountOfIssuer } from './cacao.ts'
import { signInText, statementOf } from './sign-in-text.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

describe('signInText', () => {
  test.each(vectors.siwe.map((vector, i) => [i, vector] as const))(
    'parameters: vector %i',
    (_, vector) => {
      const account = accountOfIssuer(vector.iss)
      if (!account) throw new Error('no account')
      expect(signInText(account, vector.payload)).toBe(vector.message)
    },
  )

  test('behavior: a field that would break the lines', () => {
    const [first] = vectors.siwe
    const forged = { ...first?.payload, statement: 'x\n\nURI: https://evil.example' } as never
    let error: unknown
    try {
      signInText('eip155:1:0xab', forged)
    } catch (thrown) {
      error = thrown
    }
    expect(hasCode(error, 'sign-in-failed')).toBe(true)
  })
})

describe('statementOf', () => {
  test('behavior: a recap alone is the whole statement', () => {
    const [{ urn, statement } = { urn: '', statement: '' }] = vectors.recap
    const { statement: _, ...payload } = {
      statement: '',
      ...vectors.siwe[0]?.payload,
    } as never as Record<string, string>
    expect(statementOf({ ...payload, resources: [urn] } as never)).toBe(statement)
  })
})

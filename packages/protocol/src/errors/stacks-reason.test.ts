import { describe, expect, it } from 'vitest'
import { errorCodes, textOfError } from '../errors.ts'
import { codeOfStacksReason } from './stacks-reason.ts'

describe('codeOfStacksReason', () => {
  it('default: the eighteen reasons of a node are the eighteen codes of the table', () => {
    const codes = errorCodes.filter((code) => code.startsWith('stacks-'))
    expect(codes).toHaveLength(18)
    for (const code of codes) {
      expect(codeOfStacksReason(textOfError(code).name)).toBe(code)
    }
  })

  it.each([
    ['BadNonce', 'stacks-bad-nonce'],
    ['PoisonMicroblockHasUnknownPubKeyHash', 'stacks-poison-microblock-has-unknown-pub-key-hash'],
    ['NoCoinbaseViaMempool', 'stacks-no-coinbase-via-mempool'],
  ])('parameters: %s', (reason, code) => {
    expect(codeOfStacksReason(reason)).toBe(code)
  })

  it('behavior: anything else is none', () => {
    for (const one of ['badnonce', 'BadNonce ', '', 'Made Up', undefined, 7]) {
      expect(codeOfStacksReason(one)).toBeUndefined()
    }
  })
})

import { LatchkeyError } from '@latchkey/protocol'
import { putInWords } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { adapter } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { toError, toFailure } from './failure.ts'

describe('toError', () => {
  const kit = createKit({ adapters: [adapter('alpha')], storage: null })

  it('default: what a wallet said is the reason, with its number', () => {
    const error = toError(kit, ['alpha'], { code: 7, message: 'not today' })
    expect(error.context).toEqual({ reason: 'not today', sourceCode: 7 })
  })

  it('behavior: a renamed error of ours gives its reason without the address of its page', () => {
    const cause = new LatchkeyError('unknown', { reason: 'the wallet is gone' })
    putInWords(cause)
    expect(cause.message).toContain('https://latchkey.dev/errors/unknown')
    const error = toError(kit, ['alpha'], cause, { unknown: 'sign-in-failed' })
    expect(error.code).toBe('sign-in-failed')
    expect(toFailure(error).detail).toMatch(/: the wallet is gone$/)
    expect(toFailure(error).detail).not.toContain('latchkey.dev')
  })
})

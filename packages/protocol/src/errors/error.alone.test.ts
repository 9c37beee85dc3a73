import { describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { hasCode, LatchkeyError } from './error.ts'

const ending = (code: string) =>
  `\n\nDocs: https://latchkey.dev/errors/${code}\nVersion: @latchkey/protocol@${manifest.version}`

describe('LatchkeyError', () => {
  it('default', () => {
    const error = new LatchkeyError('modal-closed')
    expect(error).toBeInstanceOf(Error)
    expect([error.name, error.code, error.shortMessage, error.message]).toEqual([
      'LatchkeyError',
      'modal-closed',
      'modal-closed',
      `modal-closed${ending('modal-closed')}`,
    ])
    expect(error.context).toEqual({})
    expect('cause' in error).toBe(false)
  })

  it('parameters: context', () => {
    const cause = new Error('deep')
    const error = new LatchkeyError('config-invalid', {
      reason: 'chains: empty',
      fix: 'name one',
      sourceCode: 7,
      cause,
    })
    expect(error.shortMessage).toBe('config-invalid: chains: empty: name one')
    expect(error.message).toBe(`${error.shortMessage}${ending('config-invalid')}`)
    expect(error.context).toEqual({ reason: 'chains: empty', fix: 'name one', sourceCode: 7 })
    expect(error.cause).toBe(cause)
  })

  it('behavior: a falsy cause is kept', () => {
    expect(new LatchkeyError('unknown', { cause: null }).cause).toBe(null)
  })
})

describe('hasCode', () => {
  it('default', () => {
    expect(hasCode(new LatchkeyError('aborted'))).toBe(true)
    expect(hasCode(new LatchkeyError('aborted'), 'aborted')).toBe(true)
    expect(hasCode(new LatchkeyError('aborted'), 'unknown')).toBe(false)
  })

  it('behavior: an error of another copy of the library counts', async () => {
    vi.resetModules()
    const other = await import('./error.ts')
    const error = new other.LatchkeyError('popup-closed')
    expect(other.LatchkeyError).not.toBe(LatchkeyError)
    expect(error).not.toBeInstanceOf(LatchkeyError)
    expect(hasCode(error, 'popup-closed')).toBe(true)
  })

  it.each([undefined, null, 'LatchkeyError', 1, new Error('aborted'), { code: 'aborted' }])(
    'behavior: %s is none',
    (one) => {
      expect(hasCode(one)).toBe(false)
      expect(hasCode(one, 'aborted')).toBe(false)
    },
  )
})

import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { LatchkeyError } from './errors/error.ts'
import { errorCodes, putInWords, textOfError } from './errors.ts'

// Names that other kits and nodes give the same errors.
const names = [
  ['disconnect-failed', 'INTERNAL_SDK_ERROR'],
  ['rate-limited', 'RATE_LIMITED'],
  ['server-error', 'SERVER_ERROR'],
  ['request-not-allowed', 'Action not allowed'],
  ['stacks-serialization', 'Serialization'],
  ['stacks-deserialization', 'Deserialization'],
  ['stacks-signature-validation', 'SignatureValidation'],
  ['stacks-fee-too-low', 'FeeTooLow'],
  ['stacks-bad-nonce', 'BadNonce'],
  ['stacks-not-enough-funds', 'NotEnoughFunds'],
  ['stacks-no-such-contract', 'NoSuchContract'],
  ['stacks-no-such-public-function', 'NoSuchPublicFunction'],
  ['stacks-bad-function-argument', 'BadFunctionArgument'],
  ['stacks-contract-already-exists', 'ContractAlreadyExists'],
] as const

const ending = (code: string) =>
  `\n\nDocs: https://latchkey.dev/errors/${code}\nVersion: @latchkey/protocol@${manifest.version}`

describe('textOfError', () => {
  it.each(names)('default: %s is known as %s', (code, name) => {
    expect(textOfError(code).name).toBe(name)
  })

  it('behavior: a code of another version reads as unknown', () => {
    expect(textOfError('from-the-future' as 'unknown')).toEqual(textOfError('unknown'))
    expect(textOfError('constructor' as 'unknown')).toEqual(textOfError('unknown'))
  })
})

describe('errorCodes', () => {
  it('default: unique, kebab-case, each with a text, a fix and a place in the documentation', () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length)
    for (const code of errorCodes) {
      const text = textOfError(code)
      expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
      expect(text.what, code).toMatch(/^\S.*\S$/)
      expect(text.fix, code).toMatch(/^\S.*[.]$/)
      expect(text.docs).toBe(`https://latchkey.dev/errors/${code}`)
    }
  })

  it('behavior: no code stands in two groups, where the later text would win unseen', async () => {
    const groups = await Promise.all([
      import('./error-text/connecting.ts'),
      import('./error-text/embedded.ts'),
      import('./error-text/gateway.ts'),
      import('./error-text/node.ts'),
      import('./error-text/sending.ts'),
      import('./error-text/trading.ts'),
      import('./error-text/wallet-rpc.ts'),
      import('./error-text/walletconnect.ts'),
    ])
    const all = groups.flatMap((group) =>
      Object.values(group).flatMap((texts) => Object.keys(texts)),
    )
    expect(all.toSorted()).toEqual(errorCodes.toSorted())
  })
})

describe('putInWords', () => {
  it('default: the same error, whose message and stack say what happened, why and what to do', () => {
    const error = new LatchkeyError('user-rejected', {
      reason: 'raw: $& says no',
      fix: 'ask again',
      sourceCode: 4001,
    })
    expect(putInWords(error)).toBe(error)
    expect(error.shortMessage).toBe('User rejected the request: raw: $& says no: ask again')
    expect(error.message).toBe(`${error.shortMessage}${ending('user-rejected')}`)
    expect(error.stack?.startsWith(`LatchkeyError: ${error.message}\n    at `)).toBe(true)
    expect([error.code, error.context.sourceCode]).toEqual(['user-rejected', 4001])
    expect(putInWords(error)).toHaveProperty(
      'message',
      `User rejected the request: raw: $& says no: ask again${ending('user-rejected')}`,
    )
  })

  it('behavior: an error of another copy of the library keeps the version of that copy', () => {
    const error = new LatchkeyError('modal-closed', { reason: 'by the visitor' })
    error.message = error.message.replace(/@[\d.]+$/, '@0.0.7')
    putInWords(error)
    expect(error.message).toBe(
      'Modal closed: by the visitor\n\nDocs: https://latchkey.dev/errors/modal-closed\n' +
        'Version: @latchkey/protocol@0.0.7',
    )
    expect(error.stack).toContain('\nVersion: @latchkey/protocol@0.0.7\n    at ')
  })

  it('behavior: without a reason the sentence alone', () => {
    expect(putInWords(new LatchkeyError('user-rejected'))).toHaveProperty(
      'shortMessage',
      'User rejected the request.',
    )
    expect(putInWords(new LatchkeyError('modal-closed'))).toHaveProperty(
      'shortMessage',
      'Modal closed',
    )
  })

  it.each([
    new Error('modal-closed'),
    'modal-closed',
    null,
    undefined,
    { name: 'LatchkeyError', code: 'of-tomorrow' },
  ])('behavior: %o is left as it is', (error) => {
    const before = JSON.stringify(error)
    expect(putInWords(error)).toBe(error)
    expect(JSON.stringify(error)).toBe(before)
  })
})

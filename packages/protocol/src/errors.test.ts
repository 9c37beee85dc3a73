import { describe, expect, it } from 'vitest'
import { errorCodes, textOfError } from './errors.ts'

// Typed from the specification's sections 5, 6 and 8.
const catalogue = [
  ['balance-unavailable', 'Token Balance Unavailable'],
  ['gas-price-chain-unsupported', 'Network not supported for Gas Price'],
  ['swap-chain-unsupported', 'Network not supported for Swaps'],
  ['send-chain-unsupported', 'Unsupported chain'],
  ['origin-not-allowed', 'Invalid App Configuration'],
  ['transactions-unavailable', 'Failed to fetch transactions'],
  ['modal-closed', 'Modal closed'],
  ['popup-closed', 'Popup closed'],
  ['connection-rejected', 'Connection rejected'],
  ['connection-failed', 'Failed to connect'],
  ['farcaster-failed', 'Failed to connect to farcaster'],
  ['social-failed', 'Failed to initiate social connection'],
  ['disconnect-failed', 'Failed to disconnect'],
  ['connector-not-found', 'No connector found for connection'],
  ['signature-failed', 'Error signing message'],
  ['authentication-failed', 'A problem occurred while trying initialize authentication'],
  ['wallet-canceled', 'User canceled the request'],
  ['wallet-connect-not-connected', 'WalletConnectProvider not connected. Please connect first.'],
  [
    'wallet-connect-method-unsupported',
    'WalletConnectProvider does not support method {method}. Please use a supported method.',
  ],
  ['amount-and-receiver-required', 'An amount and receiver address are required'],
  ['token-required', 'A token is required'],
  ['auth-connector-missing', 'No auth connector found'],
  ['auth-not-connected', 'Not connected to email or social'],
  ['request-not-allowed', 'Requested RPC call is not allowed'],
] as const
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

describe('textOfError', () => {
  it.each(catalogue)('default: %s says what the catalogue says', (code, what) => {
    expect(textOfError(code).what).toBe(what)
  })

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
      expect(text.docs).toBe(`docs/errors.md#${code}`)
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
    const all = groups.flatMap((group) => Object.values(group).flatMap((texts) => Object.keys(texts)))
    expect(all.toSorted()).toEqual(errorCodes.toSorted())
  })
})

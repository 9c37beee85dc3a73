import { inWords, LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { JsonRpcErrorCode, toJsonRpcError } from './json-rpc-error.ts'

describe('toJsonRpcError', () => {
  test('behavior: an error of a verb without a reason says what happened, not its code', async () => {
    const error = await inWords(Promise.reject(new LatchkeyError('account-missing'))).catch(
      (thrown: unknown) => thrown,
    )
    const { message, code, cause } = toJsonRpcError(error)
    expect([message, code]).toEqual([
      'The wallet has no such account',
      JsonRpcErrorCode.MethodAddressMismatch,
    ])
    expect(cause).toBe(error)
  })

  test('behavior: what a wallet says is passed on as it is', async () => {
    const refused = new LatchkeyError('user-rejected', { reason: 'Not today', sourceCode: 4001 })
    const error = await inWords(Promise.reject(refused)).catch((thrown: unknown) => thrown)
    expect(toJsonRpcError(error)).toMatchObject({ message: 'Not today', code: 4001 })
  })
})

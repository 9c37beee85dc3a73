import { createKit } from '@latchkey/core'
import { type ErrorCode, hasCode, type LatchkeyError } from '@latchkey/protocol'
import { textOfError } from '@latchkey/protocol/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter } from '../../packages/core/test/fake-parts.ts'
import type { Thrower } from './thrower.ts'
import { throwers } from './throwers.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function thrownBy(run: Thrower): Promise<unknown> {
  const failed = run().then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return failed
}

describe('errors', () => {
  test.each(Object.entries<Thrower>(throwers))(
    'default: %s is thrown, and says what happened',
    async (code, run) => {
      const error = await thrownBy(run)
      expect(hasCode(error) ? error.code : error).toBe(code)
      const { message, stack } = error as Error
      expect(message.startsWith(textOfError(code as ErrorCode).what.replace(/\.$/, ''))).toBe(true)
      expect(stack).toContain(message)
    },
  )

  // As those kits say it whose users come here.
  test.each<[keyof typeof throwers, string]>([
    ['modal-closed', 'Modal closed'],
    ['connection-rejected', 'Connection rejected'],
    ['connection-failed', 'Failed to connect'],
    ['connector-not-found', 'No connector found for connection'],
    ['disconnect-failed', 'Failed to disconnect'],
    ['balance-unavailable', 'Token Balance Unavailable'],
    ['transactions-unavailable', 'Failed to fetch transactions'],
    ['swap-chain-unsupported', 'Network not supported for Swaps'],
    ['gas-price-chain-unsupported', 'Network not supported for Gas Price'],
    ['send-chain-unsupported', 'Unsupported chain'],
    ['amount-and-receiver-required', 'An amount and receiver address are required'],
    ['token-required', 'A token is required'],
    ['signature-failed', 'Error signing message'],
    ['authentication-failed', 'A problem occurred while trying initialize authentication'],
    ['auth-connector-missing', 'No auth connector found'],
    ['origin-not-allowed', 'Invalid App Configuration'],
    ['wallet-canceled', 'User canceled the request'],
  ])('behavior: %s says "%s"', async (code, words) => {
    const { shortMessage } = (await thrownBy(throwers[code])) as LatchkeyError
    expect(shortMessage === words || shortMessage.startsWith(`${words}: `)).toBe(true)
  })

  test('behavior: a gateway without a project is named at once', () => {
    const options = { adapters: [adapter()], gateway: { url: 'https://gate.example', project: '' } }
    expect(() => createKit(options)).toThrow(
      expect.objectContaining({ code: 'project-id-missing' }),
    )
  })
})

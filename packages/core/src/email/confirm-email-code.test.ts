import { hasCode } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emailStage } from '../../test/email-stage.ts'
import { confirmEmailCode } from './confirm-email-code.ts'

afterEach(() => vi.unstubAllGlobals())

describe('confirmEmailCode', () => {
  test('default: the digits, under what was answered', async () => {
    const { kit, asked } = emailStage({ json: null })
    await confirmEmailCode(kit, { uuid: 'u-1', code: '123456' })
    const [one] = asked
    expect([one?.method, one?.url.pathname, one?.url.searchParams.get('projectId')]).toEqual([
      'PUT',
      '/auth/v1/otp',
      'shop',
    ])
    expect(one?.headers['x-otp']).toBe('u-1')
    expect(JSON.parse(one?.body ?? '')).toEqual({ code: '123456' })
    expect(one?.url.href).not.toMatch(/u-1|123456/)
  })

  test.each([
    ['code-wrong', 400],
    ['code-expired', 400],
    ['code-limit', 429],
  ] as const)('behavior: %s, and no try is spent on asking again', async (field, status) => {
    const { kit, asked } = emailStage({ json: { reasons: [{ field, description: 'no' }] }, status })
    const error = await confirmEmailCode(kit, { uuid: 'u-1', code: '000000' }).catch(
      (cause) => cause,
    )
    expect(hasCode(error, field)).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('behavior: an answer that says more than nothing is none', async () => {
    const { kit } = emailStage({ json: { ok: true } })
    const error = await confirmEmailCode(kit, { uuid: 'u-1', code: '123456' }).catch(
      (cause) => cause,
    )
    expect(hasCode(error, 'gateway-answer-invalid')).toBe(true)
  })
})

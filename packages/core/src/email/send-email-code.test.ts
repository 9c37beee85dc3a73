import { hasCode } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emailStage } from '../../test/email-stage.ts'
import { sendEmailCode } from './send-email-code.ts'

afterEach(() => vi.unstubAllGlobals())

const account = 'alpha:1:a1'
const email = 'ada@shop.example'

describe('sendEmailCode', () => {
  test('default: what was typed and whose it is, to the project, without a preflight', async () => {
    const { kit, asked } = emailStage({ json: { uuid: 'u-1', more: 1 } })
    expect(await sendEmailCode(kit, { email, account })).toEqual({ uuid: 'u-1' })
    const [one] = asked
    expect([one?.method, one?.url.pathname, one?.url.searchParams.get('projectId')]).toEqual([
      'POST',
      '/auth/v1/otp',
      'shop',
    ])
    expect(one?.headers).toEqual({ 'content-type': 'text/plain' })
    expect(JSON.parse(one?.body ?? '')).toEqual({ email, account })
    // The address stands in no URL, where logs would keep it.
    expect(one?.url.href).not.toContain('ada')
  })

  test('behavior: nothing to confirm', async () => {
    const { kit } = emailStage({ json: { uuid: null } })
    expect(await sendEmailCode(kit, { email, account })).toEqual({ uuid: null })
  })

  test('behavior: nothing is remembered: asked again it is mailed again', async () => {
    const { kit, asked } = emailStage({ json: { uuid: 'u-1' } })
    const before = kit.getState()
    await sendEmailCode(kit, { email, account })
    await sendEmailCode(kit, { email, account })
    expect(asked).toHaveLength(2)
    expect(kit.getState()).toBe(before)
  })

  test.each([
    ['email-invalid', 400, 'email-invalid'],
    ['code-limit', 429, 'code-limit'],
    ['rate-limited', 429, 'rate-limited'],
    ['', 503, 'server-error'],
    ['email', 400, 'gateway-refused'],
    ['not-connected', 400, 'gateway-refused'],
  ])('behavior: refused because of "%s", %i: %s, asked once', async (field, status, code) => {
    const { kit, asked } = emailStage({
      json: { reasons: [{ field, description: 'no' }] },
      status,
      retryAfter: 7,
    })
    const error = await sendEmailCode(kit, { email, account }).catch((cause) => cause)
    expect(hasCode(error) && [error.code, error.context.retryAfterMs]).toEqual([code, 7000])
    expect(asked).toHaveLength(1)
  })

  test.each([[{ uuid: 'two lines\r\nx: y' }], [{ uuid: 7 }], [{}], [null], ['u-1']])(
    'behavior: an answer that is none: %j',
    async (json) => {
      const { kit } = emailStage({ json })
      expect(
        hasCode(
          await sendEmailCode(kit, { email, account }).catch((cause) => cause),
          'gateway-answer-invalid',
        ),
      ).toBe(true)
    },
  )
})

import { describe, expect, test } from 'vitest'
import { adapter } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { changeEmail } from './change-email.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { resendEmailChange } from './resend-email-change.ts'

describe('changeEmail', () => {
  test.each([
    [
      'begun',
      (kit: ReturnType<typeof createKit>) => changeEmail(kit, { email: 'ada@shop.example' }),
    ],
    [
      'confirmed',
      (kit: ReturnType<typeof createKit>) => confirmEmailChange(kit, { code: '123456' }),
    ],
    ['mailed again', (kit: ReturnType<typeof createKit>) => resendEmailChange(kit)],
  ])('behavior: without a way to sign in by email nothing is %s', async (_, run) => {
    const kit = createKit({ adapters: [adapter('alpha')], storage: null })
    await expect(run(kit)).rejects.toMatchObject({ code: 'auth-connector-missing' })
  })
})

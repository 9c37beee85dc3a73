import { expect, test, vi } from 'vitest'
import { emailCalls } from './email-calls.ts'

test('behavior: a caller beyond its own limit uses up no mail of the project', async () => {
  const mails = { caller: { take: vi.fn(async () => 7) }, project: { take: vi.fn(async () => 0) } }
  const projects = { find: async () => ({ id: 'shop', origins: ['https://shop.example'] }) }
  const [start] = emailCalls({ auth: {}, projects, mails } as never)
  const asked = { body: { project: 'shop', email: 'ada@shop.example' }, device: 'd', label: 'l', caller: 'c' }
  await expect(start?.handle(asked as never)).rejects.toMatchObject({ code: 'rate-limited' })
  expect(mails.caller.take).toHaveBeenCalledTimes(1)
  expect(mails.project.take).not.toHaveBeenCalled()
})

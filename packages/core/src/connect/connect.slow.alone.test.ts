import { expect, onTestFinished, test, vi } from 'vitest'
import { adapter, raw, wallet } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { getConnection } from '../machine/get-connection.ts'
import { connect } from './connect.ts'

vi.doMock('./finish-connect.ts', () => new Promise(() => undefined))

test('connect: a refusal is told at once in the state, and to the caller in a second, where nothing more loads', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const fox = wallet('fox')
  fox.answer = () => Promise.reject(raw('user-rejected'))
  const kit = createKit({ adapters: [adapter('alpha', [fox])], storage: null })
  onTestFinished(kit.subscribe(() => undefined))
  const failed = vi.fn()
  connect(kit, { connector: 'fox' }).catch(failed)
  await vi.advanceTimersByTimeAsync(0)
  expect(getConnection(kit, { connector: 'fox' }).status).toBe('failed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(failed).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'connection-rejected' }),
  )
})

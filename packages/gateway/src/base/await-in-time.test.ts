import { expect, test } from 'vitest'
import { awaitInTime } from './await-in-time.ts'
import { isOutage } from './is-outage.ts'

test('default: what is answered in time, and what is refused', async () => {
  expect(await awaitInTime(Promise.resolve('PONG'), 1_000)).toBe('PONG')
  await expect(awaitInTime(Promise.reject(new Error('OOM')), 1_000)).rejects.toThrow('OOM')
})

test('behavior: a server that hangs counts as one that is away', async () => {
  const error = await awaitInTime(new Promise(() => {}), 5).catch((thrown: unknown) => thrown)
  expect(isOutage(error)).toBe(true)
})

import type { KitEvent } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import type { Modal } from '../contract/modal.ts'
import { connectInModal } from './connect-in-modal.ts'

/** A dialog that opens and, once these events have happened, closes. */
function dialogWith(...events: readonly object[]): Modal {
  const listeners = new Set<() => void>()
  const watching = new Set<(event: KitEvent) => void>()
  const held = { open: false }
  const on =
    <T>(all: Set<T>) =>
    (one: T) => {
      all.add(one)
      return () => void all.delete(one)
    }
  return {
    kit: { watch: on(watching) },
    getState: () => held,
    subscribe: on(listeners),
    open: async () => {
      held.open = true
      setTimeout(() => {
        for (const event of events) {
          for (const tell of watching) {
            tell(event as KitEvent)
          }
        }
        held.open = false
        for (const tell of [...listeners]) {
          tell()
        }
      })
      return true
    },
  } as unknown as Modal
}
const granted = { type: 'connect-granted', connector: 'Fox' }
const outcome = (...events: readonly object[]) =>
  connectInModal(dialogWith(...events)).then(
    () => 'connected',
    ({ code }) => code,
  )

describe('connectInModal', () => {
  test('default: connected once a wallet has granted it and the dialog is closed', async () => {
    expect(await outcome(granted)).toBe('connected')
    expect(await outcome()).toBe('modal-closed')
  })
  test.each(['disconnected', 'session-ended'])(
    'behavior: %s before it closed is not connected',
    async (type) => {
      expect(await outcome(granted, { type, connector: 'Fox' })).toBe('modal-closed')
      expect(await outcome(granted, { type, connector: 'Harbor' })).toBe('connected')
    },
  )
})

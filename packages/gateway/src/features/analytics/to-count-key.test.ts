import { describe, expect, test } from 'vitest'
import type { ReadEvent } from './read-event.ts'
import { readFunnelStep, toCountKey } from './to-count-key.ts'

const connected = (properties: Record<string, unknown>): ReadEvent => ({
  id: '00000000-0000-4000-8000-000000000000',
  type: 'track',
  event: 'CONNECT_SUCCESS',
  visit: null,
  address: null,
  domain: 'shop.example',
  properties,
})

describe('countOf', () => {
  test('default', () => {
    expect(
      toCountKey(
        connected({ name: 'Foxglove', method: 'browser', device: 'phone', namespace: 'eip155' }),
      ),
    ).toEqual({
      event: 'CONNECT_SUCCESS',
      wallet: 'Foxglove',
      namespace: 'eip155',
      platform: 'browser',
      device: 'phone',
      code: '',
    })
  })

  test('behavior: a session taken up again is no connection', () => {
    expect(toCountKey(connected({ name: 'Foxglove', reconnect: true })).event).toBe(
      'RECONNECT_SUCCESS',
    )
    expect(toCountKey(connected({ name: 'Foxglove', reconnect: false })).event).toBe(
      'CONNECT_SUCCESS',
    )
    expect(toCountKey({ ...connected({ reconnect: true }), event: 'CONNECT_ERROR' }).event).toBe(
      'CONNECT_ERROR',
    )
  })
})

describe('stepOf', () => {
  test('default', () => {
    expect(readFunnelStep(connected({}))).toBe(4)
    expect(readFunnelStep(connected({ reconnect: true }))).toBe(0)
  })
})

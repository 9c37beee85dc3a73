import { describe, expect, test } from 'vitest'
import { countOf, stepOf } from './count-of.ts'
import type { ReadEvent } from './read-event.ts'

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
      countOf(
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
    expect(countOf(connected({ name: 'Foxglove', reconnect: true })).event).toBe(
      'RECONNECT_SUCCESS',
    )
    expect(countOf(connected({ name: 'Foxglove', reconnect: false })).event).toBe('CONNECT_SUCCESS')
    expect(countOf({ ...connected({ reconnect: true }), event: 'CONNECT_ERROR' }).event).toBe(
      'CONNECT_ERROR',
    )
  })
})

describe('stepOf', () => {
  test('default', () => {
    expect(stepOf(connected({}))).toBe(4)
    expect(stepOf(connected({ reconnect: true }))).toBe(0)
  })
})

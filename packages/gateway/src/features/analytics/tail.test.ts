import { describe, expect, test } from 'vitest'
import type { TailEvent } from '../../ports/analytics-port.ts'
import { createTail } from './tail.ts'

const event = (id: string): TailEvent => ({
  id,
  at: new Date(0),
  type: 'track',
  event: 'MODAL_OPEN',
  visit: null,
  accountHash: null,
  address: null,
  domain: 'shop.example',
  properties: {},
})

describe('createTail', () => {
  test('default', () => {
    const tail = createTail()
    const heard: string[] = []
    const stop = tail.listen('shop', (events) => heard.push(...events.map(({ id }) => id)))
    tail.publish('shop', [event('a'), event('b')])
    tail.publish('other', [event('c')])
    stop()
    tail.publish('shop', [event('d')])
    expect(heard).toEqual(['a', 'b'])
  })

  test('behavior: a listener that throws or leaves takes nothing from the others', () => {
    const tail = createTail()
    const heard: string[] = []
    tail.listen('shop', () => {
      throw new Error('mine')
    })
    const stop = tail.listen('shop', () => stop())
    tail.listen('shop', ([first]) => heard.push(first?.id ?? ''))
    tail.publish('shop', [event('a')])
    tail.publish('shop', [event('b')])
    expect(heard).toEqual(['a', 'b'])
  })

  test('behavior: the same function listening twice is two listeners', () => {
    const tail = createTail()
    let count = 0
    const listener = () => {
      count++
    }
    const stop = tail.listen('shop', listener)
    tail.listen('shop', listener)
    stop()
    stop()
    tail.publish('shop', [event('a')])
    expect(count).toBe(1)
  })
})

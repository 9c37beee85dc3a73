import { describe, expect, test } from 'vitest'
import {
  expectsAnswer,
  isKnownMethod,
  publishOptionsOfAnswer,
  publishOptionsOfRequest,
} from './methods.ts'

describe('methods', () => {
  test('default', () => {
    expect(publishOptionsOfRequest('wc_sessionPropose')).toEqual({
      tag: 1100,
      ttl: 300,
      prompt: true,
    })
    expect(publishOptionsOfAnswer('wc_sessionPropose')).toEqual({
      tag: 1101,
      ttl: 300,
      prompt: false,
    })
    expect(publishOptionsOfRequest('wc_sessionSettle')).toEqual({
      tag: 1102,
      ttl: 300,
      prompt: false,
    })
    expect(publishOptionsOfRequest('wc_sessionDelete')).toEqual({
      tag: 1112,
      ttl: 86400,
      prompt: false,
    })
    expect(publishOptionsOfRequest('wc_sessionAuthenticate')).toEqual({
      tag: 1116,
      ttl: 3600,
      prompt: true,
    })
    expect(publishOptionsOfAnswer('wc_sessionAuthenticate')).toEqual({
      tag: 1117,
      ttl: 3600,
      prompt: false,
    })
  })

  test('behavior: a refusal has a tag of its own where the protocol gives one', () => {
    expect(publishOptionsOfAnswer('wc_sessionPropose', true)).toMatchObject({ tag: 1120, ttl: 300 })
    expect(publishOptionsOfAnswer('wc_sessionAuthenticate', true)).toMatchObject({
      tag: 1118,
      ttl: 300,
    })
    expect(publishOptionsOfAnswer('wc_sessionPropose', true, true)).toMatchObject({
      tag: 1121,
      ttl: 300,
    })
    expect(publishOptionsOfAnswer('wc_sessionAuthenticate', true, true)).toMatchObject({
      tag: 1119,
      ttl: 300,
    })
    expect(publishOptionsOfAnswer('wc_sessionRequest', true, true)).toMatchObject({ tag: 1109 })
    expect(publishOptionsOfAnswer('wc_sessionRequest', true)).toMatchObject({ tag: 1109, ttl: 300 })
  })

  test('parameters: lifetime, of session requests alone, within what relays keep', () => {
    expect(publishOptionsOfRequest('wc_sessionRequest', 900.2).ttl).toBe(901)
    expect(publishOptionsOfRequest('wc_sessionRequest', 10).ttl).toBe(300)
    expect(publishOptionsOfRequest('wc_sessionRequest', 1e9).ttl).toBe(604_800)
    expect(publishOptionsOfRequest('wc_sessionPropose', 900).ttl).toBe(300)
  })

  test('behavior: what the protocol does not have', () => {
    expect(isKnownMethod('wc_sessionPing')).toBe(true)
    for (const method of ['wc_new', 'eth_call', 'constructor', '__proto__']) {
      expect(isKnownMethod(method)).toBe(false)
    }
    expect(publishOptionsOfAnswer('wc_new', true)).toEqual({ tag: 0, ttl: 86400, prompt: false })
  })

  test('behavior: events and dropped pairings have no answer', () => {
    expect(['wc_sessionEvent', 'wc_pairingDelete', 'wc_sessionDelete'].map(expectsAnswer)).toEqual([
      false,
      false,
      true,
    ])
  })
})

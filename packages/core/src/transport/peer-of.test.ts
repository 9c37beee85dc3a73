import { describe, expect, test } from 'vitest'
import { readSafePeer } from './peer-of.ts'

const icon = 'data:image/png;base64,iVBORw0KGgo='

describe('peerOf', () => {
  test('default', () => {
    const peer = { name: 'Fox', icon, native: 'fox://', universal: 'https://fox.example/app' }
    expect(readSafePeer({ peer: { ...peer, url: 'https://fox.example' } })).toEqual(peer)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'https://fox.example',
    'intent://x#Intent;end',
    'fox',
    '',
    `fox://${'x'.repeat(2000)}`,
  ])('parameters: native %j is left out', (native) => {
    expect(readSafePeer({ peer: { name: 'Fox', native } })).toEqual({ name: 'Fox' })
  })

  test.each(['http://fox.example', 'fox://x', 'javascript:1', 'https://fox.example/\u202e'])(
    'parameters: universal %j is left out',
    (universal) => {
      expect(readSafePeer({ peer: { name: 'Fox', universal } })).toEqual({ name: 'Fox' })
    },
  )

  test('behavior: long names are cut, foreign icons left out', () => {
    expect(
      readSafePeer({ peer: { name: 'x'.repeat(100), icon: 'https://spy.example/i.png' } }),
    ).toEqual({
      name: 'x'.repeat(64),
    })
  })
})

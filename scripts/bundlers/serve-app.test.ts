import { describe, expect, test } from 'vitest'
import { findAddress } from './serve-app.ts'

describe('findAddress', () => {
  test('default', () => {
    expect(findAddress('▲ Next.js 16\n- Local:   http://127.0.0.1:40123\n- Network: none')).toBe(
      'http://127.0.0.1:40123',
    )
  })

  test('behavior: waits for all digits of the port', () => {
    expect(findAddress('- Local:   http://127.0.0.1:401')).toBeUndefined()
    expect(findAddress('starting')).toBeUndefined()
  })
})

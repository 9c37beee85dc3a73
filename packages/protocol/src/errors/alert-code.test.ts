import { describe, expect, it } from 'vitest'
import { errorCodes } from '../errors.ts'
import { codeOfAlert } from './alert-code.ts'

describe('codeOfAlert', () => {
  it.each([
    ['APKT001', 'chain-unsupported'],
    ['APKT002', 'origin-not-allowed'],
    ['APKT003', 'gateway-unreachable'],
    ['APKT004', 'connection-timeout'],
    ['APKT005', 'origin-not-allowed'],
    ['APKT006', 'resume-failed'],
    ['APKT007', 'project-id-unknown'],
    ['APKT008', 'project-id-missing'],
    ['APKT009', 'server-error'],
    ['APKT010', 'rate-limited'],
  ] as const)('default: %s is %s', (alert, code) => {
    expect(codeOfAlert(alert)).toBe(code)
    expect(errorCodes).toContain(code)
  })

  it('behavior: anything else is none', () => {
    for (const one of ['APKT011', 'apkt001', 'toString', '']) {
      expect(codeOfAlert(one)).toBeUndefined()
    }
  })
})

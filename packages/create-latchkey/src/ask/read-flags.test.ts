import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readFlags } from './read-flags.ts'

describe('readFlags', () => {
  test('default: nothing is said', () => {
    expect(readFlags([])).toEqual({
      folder: undefined,
      name: undefined,
      template: undefined,
      chains: undefined,
      hasGateway: undefined,
      isYes: false,
      command: 'create',
    })
  })

  test('parameters: everything is said', () => {
    const line = 'shop --name my-shop -t next --chains base,mainnet --gateway -y'
    expect(readFlags(line.split(' '))).toEqual({
      folder: 'shop',
      name: 'my-shop',
      template: 'next',
      chains: ['base', 'mainnet'],
      hasGateway: true,
      isYes: true,
      command: 'create',
    })
  })

  test('parameters: without a gateway, help, version', () => {
    expect(readFlags(['--no-gateway']).hasGateway).toBe(false)
    expect(readFlags(['-h']).command).toBe('help')
    expect(readFlags(['--version']).command).toBe('version')
  })

  test.each([
    ['--template angular', /angular.*vite, next, sveltekit/],
    ['--chains ethereum', /ethereum/],
    ['--chains ,', /no network is named/],
    ['--name ../x', /"\.\.\/x"/],
    ['--template', /--template/],
    ['--colour red', /--colour/],
    ['one two', /2 folders/],
  ])('behavior: refuses %s', (line, reason) => {
    expect(() => readFlags(line.split(' '))).toThrow(
      expect.toSatisfy((error: unknown) => hasCode(error, 'config-invalid')),
    )
    expect(() => readFlags(line.split(' '))).toThrow(reason)
  })
})

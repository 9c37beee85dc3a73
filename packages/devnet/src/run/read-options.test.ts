import { describe, expect, test } from 'vitest'
import { readOptions, usage } from './read-options.ts'

const namesOf = (...args: readonly string[]) => {
  const options = readOptions(args)
  return typeof options === 'string' ? options : options.chains.map(({ name }) => name)
}

describe('readOptions', () => {
  test('default', () => {
    const chains = [{ name: 'evm', port: 8545 }]
    expect(readOptions([])).toEqual({ chains, isLenient: false, isJson: false })
  })

  test('parameters: chains', () => {
    expect(namesOf('--solana')).toEqual(['evm', 'solana'])
    expect(namesOf('--no-evm', '--bitcoin', '--stacks')).toEqual(['bitcoin', 'stacks'])
    expect(namesOf('--all')).toEqual(['evm', 'solana', 'bitcoin', 'stacks'])
    expect(readOptions(['--all', '--json'])).toMatchObject({ isLenient: true, isJson: true })
  })

  test('parameters: ports', () => {
    const args = ['--port', '1', '--solana', '--solana-port', '0']
    const chains = [
      { name: 'evm', port: 1 },
      { name: 'solana', port: 0 },
    ]
    expect(readOptions(args)).toMatchObject({ chains })
  })

  test('parameters: help and version', () => {
    expect([namesOf('-h'), namesOf('--version')]).toEqual(['help', 'version'])
    for (const flag of ['--solana', '--all', '--no-evm', '--port', '--json', '--stacks-port']) {
      expect(usage).toContain(flag)
    }
  })

  test.each([
    [['--no-evm'], 'No chain is asked for'],
    [['--port', '70000'], '"70000" is no port'],
    [['--port', 'x'], '"x" is no port'],
    [['--port='], '"" is no port'],
    [['--tron'], "Unknown option '--tron'"],
    [['evm'], 'Unexpected argument'],
  ])('error: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

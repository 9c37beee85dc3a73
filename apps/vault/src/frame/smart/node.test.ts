import { encodeFunctionResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { smartNode } from './node.ts'

const abi = parseAbi([
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
])
const at = `0x${'aa'.repeat(20)}` as const
const domainAnswer = (name: string, version: string) =>
  encodeFunctionResult({
    abi,
    functionName: 'eip712Domain',
    result: ['0x0f', name, version, 1n, at, `0x${'00'.repeat(32)}`, []],
  })
const readDomain = (answer: unknown) =>
  smartNode(
    { fetch },
    {
      chain: 'eip155:1',
      address: at,
      owner: at,
      says: { bundler: 'https://vault.example/b', implementation: at } as never,
    },
    async () => answer,
  ).readDomain()

test.each([
  ['Account', '1'],
  ['', ''],
  ['A name that is longer than one word of thirty-two bytes', '1.2.3'],
  ['Grüße', '2'],
])('readDomain: default: %j and %j, as viem encodes them', async (name, version) => {
  expect(await readDomain(domainAnswer(name, version))).toEqual({ name, version })
})

const whole = domainAnswer('Account', '1')
const withName = (word: string) => `0x${whole.slice(2, 66)}${word}${whole.slice(130)}`
test.each<[string, unknown]>([
  ['nothing', '0x'],
  ['its first word alone', whole.slice(0, 66)],
  ['half of its second word', whole.slice(0, 98)],
  ['a name that lies behind the end', withName('1000'.padStart(64, '0'))],
  ['a name that lies too far', withName('f'.repeat(64))],
  ['a name that is longer than any', whole.replace(/0{63}7/, '1001'.padStart(64, '0'))],
  ['no hex', 'Account'],
  ['more than it may be', `0x${'00'.repeat(2_048)}`],
])('readDomain: behavior: %s is no answer', async (_, answer) => {
  await expect(readDomain(answer)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
})

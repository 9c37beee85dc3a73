import type { Recipe } from '../recipe.ts'

const method = `import type { ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'

/** The height of the newest block. Throws \`rpc-answer-invalid\`, or what the node threw. */
export async function height(source: ReadSource): Promise<bigint> {
  const answer = await source.request('eth_blockNumber')
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/.test(answer))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'the node answered no height' })
  return BigInt(answer)
}
`
const test = `import { expect, test } from 'vitest'
import { devnet, page } from '../../test/fixture.ts'

const ask = (answer: unknown) =>
  page().adapter.read.height?.({ chain: devnet, request: async () => answer })

test('default', async () => {
  expect(await ask('0x10')).toBe(16n)
})

test.each([null, 16, '16', '0x', '0x' + 'f'.repeat(17)])(
  'behavior: %j is not believed',
  async (answer) => {
    await expect(ask(answer)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  },
)
`

/** A read that one family has, in a module of its own. */
export const addReaderMethod: Recipe = {
  name: 'reader method',
  files: {
    'packages/evm/src/read/height.ts': method,
    'packages/evm/src/read/height.test.ts': test,
  },
  edits: [
    {
      path: 'packages/core/src/contract/reader.ts',
      after: 'export interface Reader {',
      add: `  /** The height of the newest block. */
  height?(source: ReadSource): Promise<bigint>`,
    },
    {
      path: 'packages/evm/src/evm.ts',
      after: '        verdict: loadReadModule,',
      add: "        height: () => import('./read/height.ts'),",
    },
  ],
  tests: ['packages/evm/src/read/height.test.ts'],
}

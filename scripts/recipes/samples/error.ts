import type { Recipe } from '../recipe.ts'

const verb = `import { inWords, LatchkeyError } from '@latchkey/protocol'

/** Refuses a memo that wallets would cut; throws \`memo-too-long\`. */
export function checkMemo(memo: string): Promise<void> {
  return inWords(runCheckMemo(memo))
}

async function runCheckMemo(memo: string): Promise<void> {
  if (memo.length > 100)
    throw new LatchkeyError('memo-too-long', { reason: memo.length + ' of 100' })
}
`
const thrower = `import { checkMemo } from '../../packages/core/src/send/check-memo.ts'
import type { Thrower } from './thrower.ts'

export const memos = {
  'memo-too-long': () => checkMemo('x'.repeat(101)),
} satisfies Record<string, Thrower>
`
const test = `import { textOfError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { errorWords } from '../../packages/modal/src/words/en/errors.ts'
import { memos } from './memos.ts'

test('default: it is thrown, and has words for the developer and the visitor', async () => {
  await expect(memos['memo-too-long']()).rejects.toMatchObject({ code: 'memo-too-long' })
  expect(textOfError('memo-too-long').what).toBe('The memo is too long')
  expect(errorWords['memo-too-long']).toBe('The memo is too long. Shorten it.')
})
`

/** A code with its texts, thrown by a new file. */
export const addError: Recipe = {
  name: 'error',
  files: {
    'packages/core/src/send/check-memo.ts': verb,
    'tests/errors/memos.ts': thrower,
    'tests/errors/memos.test.ts': test,
  },
  edits: [
    {
      path: 'packages/protocol/src/error-text/sending.ts',
      after: 'export const sendingTexts = {',
      add: `  'memo-too-long': {
    what: 'The memo is too long',
    fix: 'Shorten it.',
  },`,
    },
    {
      path: 'packages/modal/src/words/en/errors.ts',
      after: "  'modal-closed': 'The dialog was closed.',",
      add: "  'memo-too-long': 'The memo is too long. Shorten it.',",
    },
    {
      path: 'tests/errors/throwers.ts',
      after: "import type { Thrower } from './thrower.ts'",
      add: "import { memos } from './memos.ts'",
    },
    { path: 'tests/errors/throwers.ts', after: '  ...names,', add: '  ...memos,' },
  ],
  generate: [['scripts/errors-doc.ts']],
  tests: ['tests/errors', 'scripts/errors-doc.test.ts'],
}

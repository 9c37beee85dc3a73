import { resolve } from 'node:path'
import { isTestPath, readSources } from './check/source-file.ts'
import { unreadWordsOf } from './check/unread-words.ts'

// Usage: node --conditions=latchkey-source --import tsx scripts/unread-words.ts
const root = resolve(import.meta.dirname, '..')
const paths = readSources(root)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('packages/modal/src/') && !isTestPath(path))
const unread = unreadWordsOf(root, paths)
for (const word of unread) {
  console.error(`packages/modal/src/words/en/${word}: no view reads it`)
}
process.exitCode = unread.length > 0 ? 1 : 0

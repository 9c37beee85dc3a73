import { join } from 'node:path'
import { writeSnippets } from './write-snippets.ts'

// Usage: node --conditions=latchkey-source --import tsx scripts/snippets/main.ts
const count = writeSnippets(join(import.meta.dirname, '../..'))
console.log(`${count} examples written into .cache/snippets; npm run check compiles them`)

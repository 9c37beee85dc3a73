import { join } from 'node:path'
import { buildSite } from './build-site.ts'
import { root } from './repository.ts'

// Usage: node --conditions=latchkey-source --import tsx apps/docs/src/cli.ts [folder]
const folder = process.argv[2] ?? join(root, '.cache/docs/site')
const began = Date.now()
const count = await buildSite(folder)
console.log(`${count} pages in ${folder}, ${Math.round((Date.now() - began) / 1000)} s`)

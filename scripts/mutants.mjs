import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fromSource, root, run } from './run.mjs'

await ensureInstalled()
process.exitCode = await run(process.execPath, [
  ...fromSource,
  join(root, 'scripts/mutants/main.ts'),
  ...process.argv.slice(2),
])

import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { fromSource, root, run } from './run.mjs'

await ensureInstalled()
// Only the rehearsal opens pages.
const isLocal = process.argv.includes('--local')
const env = isLocal ? { LATCHKEY_CHROMIUM: await ensureBrowser() } : {}
process.exitCode = await run(
  process.execPath,
  [...fromSource, join(root, 'scripts/release/main.ts'), ...process.argv.slice(2)],
  { env },
)

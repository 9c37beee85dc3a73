import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { fromSource, root, run } from './run.mjs'

await ensureInstalled()
const env = { LATCHKEY_CHROMIUM: await ensureBrowser() }
process.exitCode = await run(
  process.execPath,
  [...fromSource, join(root, 'scripts/create/main.ts'), ...process.argv.slice(2)],
  { env },
)

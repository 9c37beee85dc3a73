import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { fromSource, root, run } from './run.mjs'

await ensureInstalled()
process.exitCode = await run(
  process.execPath,
  [...fromSource, join(root, 'scripts/screenshots/main.ts'), ...process.argv.slice(2)],
  { env: { LATCHKEY_CHROMIUM: await ensureBrowser() } },
)

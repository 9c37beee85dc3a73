import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePostgres } from './postgres.mjs'
import { fromSource, root, run } from './run.mjs'

await ensureInstalled()
const postgres = await ensurePostgres()
const env = {
  LATCHKEY_CHROMIUM: await ensureBrowser(),
  ...(postgres ? { LATCHKEY_POSTGRES_BIN: postgres } : {}),
}
process.exitCode = await run(
  process.execPath,
  [...fromSource, join(root, 'scripts/bench/main.ts'), ...process.argv.slice(2)],
  { env },
)

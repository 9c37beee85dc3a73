import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureRedis } from './redis.mjs'
import { fromSource, root, run } from './run.mjs'

await ensureInstalled()
const redis = await ensureRedis()
const postgres = await ensurePostgres()
const env = {
  LATCHKEY_CHROMIUM: await ensureBrowser(),
  ...(redis ? { LATCHKEY_REDIS_SERVER: redis } : {}),
  ...(postgres ? { LATCHKEY_POSTGRES_BIN: postgres } : {}),
}
process.exitCode = await run(
  process.execPath,
  [...fromSource, join(root, 'scripts/soak/main.ts'), ...process.argv.slice(2)],
  { env },
)

import { join } from 'node:path'
import { buildSite } from './build-site.ts'
import { root } from './repository.ts'
import { serveSite } from './serve-site.ts'

// Usage: node --conditions=latchkey-source --import tsx apps/docs/src/serve.ts
const port = Number(process.env.LATCHKEY_DOCS_PORT || 4304)
// Each port has a folder of its own, so that two servers at once do not build into the same folder.
const folder = join(root, '.cache/docs', String(port))
const server = await serveSite(folder, () => buildSite(folder), port)
console.log(`documentation on ${server.port}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)))
}

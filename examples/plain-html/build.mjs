// Lays the site into `site`: the page, its own script, and the pinned script of Latchkey. A site
// without Node does the same by hand: copy `script` out of the package, and the hash in its README.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const sriPath = createRequire(import.meta.url).resolve('@latchkey/elements/sri.json')
const { version, integrity } = JSON.parse(readFileSync(sriPath, 'utf8'))

cpSync('src', 'site', { recursive: true })
cpSync(dirname(sriPath), `site/latchkey-${version}`, { recursive: true })
const page = readFileSync('src/index.html', 'utf8')
writeFileSync(
  'site/index.html',
  page.replaceAll('%VERSION%', version).replaceAll('%INTEGRITY%', integrity),
)

import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const fixed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findSystem() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...fixed].find(
    isProgram,
  )
}

async function findDownloaded() {
  const { chromium } = await import('playwright-core')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * Path of a Chrome or Chromium: `LATCHKEY_CHROMIUM`, else a system one, else Debian's package when
 * running as root, else Playwright's download. Ends the process with a plain message when none is
 * available. Requires the npm install.
 */
export async function ensureBrowser() {
  const named = process.env.LATCHKEY_CHROMIUM
  if (named) {
    if (isProgram(named)) return named
    console.error(`LATCHKEY_CHROMIUM names ${named}, which is no program.`)
    process.exit(1)
  }
  const present = findSystem() ?? (await findDownloaded())
  if (present) return present
  if (process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
    console.log('No Chrome or Chromium found: installing the Debian package …')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env })
    await run('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'], { env })
    const installed = findSystem()
    if (installed) return installed
  }
  console.log('No Chrome or Chromium found: downloading one by Playwright …')
  await run(process.execPath, [
    join(root, 'node_modules/playwright-core/cli.js'),
    'install',
    'chromium',
  ])
  const downloaded = await findDownloaded()
  if (downloaded) return downloaded
  console.error(
    'No browser could be installed. Install Chrome or Chromium, or name one in LATCHKEY_CHROMIUM.',
  )
  process.exit(1)
}

/**
 * Path of the headless version of the same browser, where Debian has it: it is enough for most
 * tests and needs a third less processor time. Elsewhere the browser itself.
 */
export async function ensureHeadless(browser) {
  const named = process.env.LATCHKEY_HEADLESS
  if (named) return named
  const shell = '/usr/bin/chromium-headless-shell'
  if (browser !== '/usr/bin/chromium') return browser
  if (!isProgram(shell) && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-qy', '--no-install-recommends', 'chromium-headless-shell']
    if ((await run('apt-get', install, { env })) !== 0) {
      await run('apt-get', ['update', '-q'], { env })
      await run('apt-get', install, { env })
    }
  }
  return isProgram(shell) ? shell : browser
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(await ensureBrowser())
}

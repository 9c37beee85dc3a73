import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fromSource, root, run } from './run.mjs'

const port = (variable, fallback) => Number(process.env[variable] || fallback)

/** The build depends on the ports, so that two runs on one machine do not collide. */
const built = join(root, '.cache/start', String(port('LATCHKEY_DEMO_PORT', 4300)))
/** Folder for several runs from the same sources: port-independent parts are built there once. */
const shared = process.env.LATCHKEY_START_BUILT
const folderOf = (app) => join(shared && app !== 'companion' ? shared : built, app)

/** Folder for the complete output of the parts; default: only their last lines are kept. */
const outputFolder = process.env.LATCHKEY_START_OUTPUT
if (outputFolder) mkdirSync(outputFolder, { recursive: true })
const gatewayData = process.env.LATCHKEY_GATEWAY_DATA || join(root, '.data/gateway')
const tokenPlace = () =>
  process.env.LATCHKEY_OPERATOR_TOKEN
    ? 'LATCHKEY_OPERATOR_TOKEN'
    : relative(process.cwd(), join(gatewayData, 'operator-token'))

/** Parts that port 0 leaves out. */
const optional = (list) => list.filter((part) => part.port !== 0)

/** Parts in the order of starting; each must answer at its address before the next one starts. */
const parts = [
  {
    name: 'EVM devnet',
    variable: 'LATCHKEY_EVM_PORT',
    port: port('LATCHKEY_EVM_PORT', 8545),
    args: [...fromSource, join(root, 'packages/devnet/src/cli.ts')],
    says: 'chain eip155:31337, JSON-RPC',
    // The node listens before its contracts are deployed, so the last contract is checked.
    isUp: async (url) => {
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getCode',
        params: [lastContract, 'latest'],
      }
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
        signal: AbortSignal.timeout(2000),
      })
      return (await answer.json()).result?.length > 2
    },
  },
  {
    name: 'Solana devnet',
    variable: 'LATCHKEY_SOLANA_PORT',
    port: port('LATCHKEY_SOLANA_PORT', 8899),
    args: [...fromSource, join(root, 'packages/devnet/src/cli/more.ts')],
    says: 'JSON-RPC; starts when it is asked',
    more: [
      {
        name: 'Bitcoin devnet',
        variable: 'LATCHKEY_BITCOIN_PORT',
        port: port('LATCHKEY_BITCOIN_PORT', 3002),
        says: 'Esplora paths; starts when it is asked',
      },
      {
        name: 'Stacks devnet',
        variable: 'LATCHKEY_STACKS_PORT',
        port: port('LATCHKEY_STACKS_PORT', 3999),
        says: 'Hiro paths; starts when it is asked',
      },
      ...optional([
        {
          name: 'mailbox',
          variable: 'LATCHKEY_MAILBOX_PORT',
          port: port('LATCHKEY_MAILBOX_PORT', 4305),
          says: 'all mail of this stack',
        },
        {
          name: 'mail (SMTP)',
          scheme: 'smtp',
          variable: 'LATCHKEY_MAILBOX_SMTP_PORT',
          port:
            process.env.LATCHKEY_MAILBOX_PORT === '0'
              ? 0
              : port('LATCHKEY_MAILBOX_SMTP_PORT', 2525),
          says: 'takes any mail, for the mailbox',
        },
        {
          name: 'test sign-in',
          variable: 'LATCHKEY_OPENID_PORT',
          port: port('LATCHKEY_OPENID_PORT', 4308),
          says: 'plays Google, X, Discord, Apple, GitHub, Facebook',
        },
        {
          name: 'Farcaster',
          variable: 'LATCHKEY_FARCASTER_PORT',
          port: port('LATCHKEY_FARCASTER_PORT', 4307),
          says: 'relay, and a page that plays its app',
        },
        {
          name: 'bundler',
          variable: 'LATCHKEY_BUNDLER_PORT',
          port: port('LATCHKEY_BUNDLER_PORT', 4337),
          says: 'ERC-4337 v0.7; starts when it is asked',
        },
        {
          name: 'sponsor',
          variable: 'LATCHKEY_SPONSOR_PORT',
          port: process.env.LATCHKEY_SPONSOR === '1' ? port('LATCHKEY_SPONSOR_PORT', 4338) : 0,
          says: 'ERC-7677: pays for everybody; starts when it is asked',
        },
      ]),
    ],
  },
  {
    name: 'gateway',
    variable: 'LATCHKEY_GATEWAY_PORT',
    port: port('LATCHKEY_GATEWAY_PORT', 4301),
    args: [...fromSource, join(root, 'packages/gateway/src/cli.ts')],
    says: 'data in .data/gateway, project "demo"',
    path: '/health',
    also: {
      name: 'dashboard',
      path: '/dashboard/',
      says: () => `operator token in ${tokenPlace()}`,
    },
    more: optional([
      {
        name: 'vault',
        host: 'vault.localhost',
        variable: 'LATCHKEY_VAULT_PORT',
        port: port('LATCHKEY_VAULT_PORT', 4302),
        says: 'keys of email and social sign-in',
      },
    ]),
  },
  {
    name: 'sandbox',
    variable: 'LATCHKEY_SANDBOX_PORT',
    port: port('LATCHKEY_SANDBOX_PORT', 4306),
    args: [...fromSource, join(root, 'apps/sandbox/src/server/cli.ts')],
    says: 'card page and exchange: no money moves',
  },
  ...optional([
    {
      name: 'documentation',
      variable: 'LATCHKEY_DOCS_PORT',
      port: port('LATCHKEY_DOCS_PORT', 4304),
      args: [...fromSource, join(root, 'apps/docs/src/serve.ts')],
      says: 'built when it is asked, which takes half a minute',
      path: '/health',
    },
  ]),
  {
    name: 'companion',
    variable: 'LATCHKEY_COMPANION_PORT',
    port: port('LATCHKEY_COMPANION_PORT', 4303),
    args: [join(root, 'scripts/serve-app.mjs'), 'companion', folderOf('companion')],
    says: 'the test wallet',
  },
  {
    name: 'demo',
    variable: 'LATCHKEY_DEMO_PORT',
    port: port('LATCHKEY_DEMO_PORT', 4300),
    args: [join(root, 'scripts/serve-app.mjs'), 'demo', folderOf('demo')],
    says: 'the shop: open this one',
  },
]
const lastContract = '0x130744f64ce1bb2f370C5975789EC642D54169d7'
const patienceMs = 60_000

/** Children run in process groups of their own, so that their child processes end with them. */
const children = []
const state = { isStopping: false }

function isFree(number, host) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'))
    probe.listen({ port: number, host, exclusive: true }, () => probe.close(() => done(true)))
  })
}

function start(part) {
  const child = spawn(process.execPath, part.args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // The project `demo` is refused in production.
      NODE_ENV: 'development',
      LATCHKEY_GATEWAY_DATA: gatewayData,
      LATCHKEY_GATEWAY_DASHBOARD: folderOf('dashboard'),
      LATCHKEY_GATEWAY_VAULT: folderOf('vault'),
      LATCHKEY_SANDBOX_DATA: process.env.LATCHKEY_SANDBOX_DATA || join(root, '.data/sandbox'),
      LATCHKEY_SANDBOX_PAGE: folderOf('sandbox'),
    },
  })
  const entry = { name: part.name, child, output: '', isGone: false }
  const keep = (text) => {
    entry.output = (entry.output + text).slice(-4000)
    if (outputFolder) appendFileSync(join(outputFolder, `${part.name}.txt`), text)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  child.once('error', (error) => keep(error.message))
  child.once('close', () => {
    entry.isGone = true
    if (state.isReady && !state.isStopping)
      void fail(`${part.name} ended by itself.\n${entry.output}`)
  })
  children.push(entry)
  return entry
}

async function answers(part, entry) {
  const url = `http://localhost:${part.port}${part.path ?? '/'}`
  const end = Date.now() + patienceMs
  while (Date.now() < end && !entry.isGone && !state.isStopping) {
    try {
      const isUp =
        part.isUp ?? (async (at) => (await fetch(at, { signal: AbortSignal.timeout(2000) })).ok)
      if (await isUp(url)) return true
    } catch {}
    await new Promise((done) => setTimeout(done, 60))
  }
  return false
}

function signalGroup(entry, signal) {
  try {
    process.kill(-entry.child.pid, signal)
    return true
  } catch {
    return false
  }
}

async function stop() {
  if (state.isStopping) return
  state.isStopping = true
  for (const entry of children) signalGroup(entry, 'SIGTERM')
  const end = Date.now() + 5000
  // Signal 0 tests whether a process of the group still exists.
  while (Date.now() < end && children.some((entry) => signalGroup(entry, 0))) {
    await new Promise((done) => setTimeout(done, 40))
  }
  for (const entry of children) signalGroup(entry, 'SIGKILL')
}

async function fail(message) {
  console.error(message)
  await stop()
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void stop().then(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
}

// No part may outlive this process.
process.on('exit', () => {
  for (const entry of children) signalGroup(entry, 'SIGKILL')
})
// When tests are killed, the end of their pipe ends this process.
if (process.env.LATCHKEY_START_WITH_PARENT)
  process.stdin.once('end', () => process.emit('SIGTERM')).resume()
await ensureInstalled()
for (const part of parts.flatMap((one) => [one, ...(one.more ?? [])])) {
  const isValid = Number.isInteger(part.port) && part.port > 0 && part.port < 65_536
  if (!isValid) await fail(`${part.variable} must be a port number.`)
  for (const host of ['127.0.0.1', '::1']) {
    if (await isFree(part.port, host)) continue
    await fail(
      `Port ${part.port} (${part.name}) is taken on ${host}. Set ${part.variable} to move it.`,
    )
  }
}
mkdirSync(join(root, '.data'), { recursive: true })
const apps = [
  'companion',
  'demo',
  'dashboard',
  'sandbox',
  ...(port('LATCHKEY_VAULT_PORT', 4302) ? ['vault'] : []),
]
for (const app of apps) {
  const folder = folderOf(app)
  const isShared = !folder.startsWith(built)
  if (isShared && existsSync(folder)) continue
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const outDir = isShared ? `${folder}.${process.pid}` : folder
  const args = [vite, 'build', '--logLevel', 'error', '--emptyOutDir', '--outDir', outDir]
  const code = await run(process.execPath, args, {
    cwd: join(root, 'apps', app),
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) await fail(`The ${app} could not be built.`)
  try {
    // The rename makes the folder appear complete.
    if (isShared) renameSync(outDir, folder)
  } catch (error) {
    // A faster run has built the same.
    if (!existsSync(folder)) throw error
  }
}
for (const part of parts) {
  if (state.isStopping) break
  const entry = start(part)
  if (!(await answers(part, entry)) && !state.isStopping) {
    await fail(`${part.name} does not answer at port ${part.port}.\n${entry.output}`)
  }
}
if (!state.isStopping) {
  state.isReady = true
  console.log('')
  const line = (name, address, variable, says) =>
    console.log(`${name.padEnd(14)} ${address.padEnd(33)} ${variable.padEnd(26)} ${says}`)
  for (const { name, scheme = 'http', host = 'localhost', port: at, variable, says, also } of [
    ...parts,
  ]
    .reverse()
    .flatMap((one) => [one, ...(one.more ?? [])])) {
    if (also) line(also.name, `http://localhost:${at}${also.path}`, '', also.says())
    line(name, `${scheme}://${host}:${at}`, variable, says)
  }
  console.log('\nready: local chains and test money only. Ctrl-C ends everything.')
}

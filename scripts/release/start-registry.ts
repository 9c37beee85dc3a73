import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { runNpm } from './run-npm.ts'

/** A registry on this computer; whatever is not ours it fetches from the usual one. */
export interface LocalRegistry {
  readonly url: string
  /** The whole environment for npm: it reads and writes at this registry and at no other. */
  readonly env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

const patienceMs = 60_000

/**
 * Starts Verdaccio on a free port of the loopback address, with none of our packages in it.
 * @param tools - folder of `installTools`
 * @param home - folder for its files; other people's packages stay there for the next run
 * @param names - our packages: they are never asked for elsewhere
 * @throws with its output when it does not start
 */
export async function startRegistry(
  tools: string,
  home: string,
  names: readonly string[],
): Promise<LocalRegistry> {
  mkdirSync(home, { recursive: true })
  for (const name of names) {
    rmSync(join(home, 'storage', name), { recursive: true, force: true })
  }
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const upstream = (await runNpm(['config', 'get', 'registry'], { cwd: home })).trim()
  const config = join(home, 'config.yaml')
  writeFileSync(config, JSON.stringify(settings(upstream, names), null, 2))
  const program = join(tools, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', url], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => said.push(part.toString()))
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(force)
  }
  // The registry must not outlive this process, however that ends.
  process.once('exit', () => child.kill('SIGKILL'))
  const isUp = await answersSoon(`${url}/-/ping`, () => child.exitCode !== null)
  if (isUp) return { url, env: environmentFor(home, url), stop }
  await stop()
  throw new Error(`the registry does not start:\n${said.join('').slice(-2000)}`)
}

function settings(upstream: string, names: readonly string[]): object {
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' }
  return {
    storage: './storage',
    auth: { htpasswd: { file: './htpasswd', max_users: -1 } },
    uplinks: { upstream: { url: upstream, timeout: '60s', max_fails: 100 } },
    packages: {
      ...Object.fromEntries(names.map((name) => [name, everybody])),
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  }
}

/** Nobody's own settings or tokens reach npm, so that nothing can be published elsewhere. */
function environmentFor(home: string, url: string): NodeJS.ProcessEnv {
  const user = join(home, 'npmrc')
  // npm publishes only with some token; this registry asks for none.
  const lines = [
    `registry=${url}/`,
    `@latchkey:registry=${url}/`,
    `${url.slice(5)}/:_authToken=none`,
  ]
  writeFileSync(user, `${lines.join('\n')}\n`)
  // Vite's build sets NODE_ENV in its own process, and npm then leaves out what builds a page.
  const isForeign = (key: string): boolean => /^npm_/i.test(key) || key === 'NODE_ENV'
  const inherited = Object.entries(process.env).filter(([key]) => !isForeign(key))
  return {
    ...Object.fromEntries(inherited),
    NPM_CONFIG_USERCONFIG: user,
    NPM_CONFIG_GLOBALCONFIG: join(home, 'no-global-npmrc'),
    // A version that was published in the last run may be in the usual cache.
    NPM_CONFIG_CACHE: join(home, 'cache'),
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    NPM_CONFIG_AUDIT: 'false',
    NPM_CONFIG_FUND: 'false',
    NPM_CONFIG_IGNORE_SCRIPTS: 'true',
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

async function answersSoon(url: string, hasEnded: () => boolean): Promise<boolean> {
  const end = Date.now() + patienceMs
  while (Date.now() < end && !hasEnded()) {
    const isUp = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return true
    await new Promise((done) => setTimeout(done, 100))
  }
  return false
}

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
  }
})
const script = join(import.meta.dirname, 'redis.mjs')

/**
 * A bare machine: only what is put into `bin` is there, and what stands in the folder `there`;
 * `apt-get` notes its calls and does `install`.
 */
function runBare(install: string, env: Record<string, string> = {}, there?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  folders.push(folder)
  const own = [folder, ...(there ? [there] : [])]
  const put = (name: string, text: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  put('apt-get', `echo "$DEBIAN_FRONTEND $*" >> "${folder}/calls"\n${install}`)
  // Where the machine itself has one, that would be found first.
  const bare = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { accessSync } = fs
    fs.accessSync = (path, mode) => {
      if (String(path).endsWith('redis-server') && !${JSON.stringify(own)}.some((one) => String(path).startsWith(one))) throw new Error('bare')
      return accessSync(path, mode)
    }
    process.getuid = () => Number(process.env.TEST_UID ?? 0)
    syncBuiltinESMExports()`
  const loader = `data:text/javascript,${encodeURIComponent(bare)}`
  const run = spawnSync(process.execPath, ['--import', loader, script], {
    env: { PATH: `${folder}:/bin`, ...env },
    encoding: 'utf8',
  })
  let calls: readonly string[] = []
  try {
    calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  } catch {
    // It was not asked.
  }
  return { folder, calls, last: run.stdout.trim().split('\n').at(-1), code: run.status, put }
}
const installs = '[ "$1" = install ] && cp /bin/sh "$(dirname "$0")/redis-server"; true'

describe('scripts/redis.mjs on a bare machine', () => {
  test('default: as root the package is installed, and what it brought is found', () => {
    const { folder, calls, last, code } = runBare(installs)
    expect(calls).toEqual([
      'noninteractive update -q',
      'noninteractive install -qy --no-install-recommends redis-server',
    ])
    expect([last, code]).toEqual([join(folder, 'redis-server'), 0])
  })

  test('behavior: an index that cannot be renewed, or no such package, is no crash', () => {
    expect(
      runBare('[ "$1" = update ] && exit 100; cp /bin/sh "$(dirname "$0")/redis-server"').last,
    ).toMatch(/redis-server$/)
    expect(runBare('exit 100')).toMatchObject({ last: 'none', code: 0 })
  })

  test('behavior: nobody but root installs', () => {
    expect(runBare(installs, { TEST_UID: '1000' })).toMatchObject({
      calls: [],
      last: 'none',
      code: 0,
    })
  })

  test('behavior: one that is there is found on the path, and nothing is installed', () => {
    const there = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
    folders.push(there)
    const program = join(there, 'redis-server')
    writeFileSync(program, '#!/bin/sh\n')
    const find = () => runBare(installs, { PATH: `/nowhere:${there}:/bin` }, there)
    chmodSync(program, 0o644)
    expect(find()).toMatchObject({ last: 'none' })
    chmodSync(program, 0o755)
    expect(find()).toMatchObject({ calls: [], last: program, code: 0 })
    // Each run is a process of its own.
  }, 20_000)

  test('behavior: one that the operator names is taken', () => {
    expect(runBare(installs, { LATCHKEY_REDIS_SERVER: '/opt/redis' })).toMatchObject({
      calls: [],
      last: '/opt/redis',
    })
  })
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What npm goes by in this repository: nothing of whoever runs the test is asked. */
async function setting(name: string): Promise<string> {
  const inherited = Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key))
  const env = {
    ...Object.fromEntries(inherited),
    NPM_CONFIG_USERCONFIG: join(root, 'no-such-folder', 'user'),
    NPM_CONFIG_GLOBALCONFIG: join(root, 'no-such-folder', 'global'),
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = await promisify(execFile)(npm, ['config', 'get', name], { cwd: root, env })
  return stdout.trim()
}

describe('.npmrc', () => {
  test('default: an installation runs no script of a package', async () => {
    expect(await setting('ignore-scripts')).toBe('true')
  })

  test('behavior: the lock names no registry', async () => {
    expect(await setting('omit-lockfile-registry-resolved')).toBe('true')
  })
})

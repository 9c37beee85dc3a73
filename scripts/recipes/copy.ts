import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The user's configuration must not sign, ignore or rewrite anything in the copy. */
const settings = [
  'user.name=recipes',
  'user.email=recipes@localhost',
  'commit.gpgSign=false',
  'core.autocrlf=false',
  'core.excludesFile=',
].flatMap((setting) => ['-c', setting])

/** Runs git in a folder; returns its output. */
export function runGit(folder: string, ...args: string[]): string {
  return execFileSync('git', [...settings, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
}

/**
 * Copies the repository's files, uncommitted ones too, into a new temporary folder with a history
 * of its own, and links what is installed. @returns the folder
 */
export function copyRepository(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-recipes-'))
  const listed = runGit(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const path of new Set(listed.split('\0'))) {
    if (!path || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  linkInstalled(root, folder)
  runGit(folder, 'init', '--quiet')
  commitAll(folder, 'the repository')
  return folder
}

/** Commits whatever has changed. */
export function commitAll(folder: string, message: string): void {
  runGit(folder, 'add', '--all')
  runGit(folder, 'commit', '--quiet', '--no-verify', '--allow-empty', '--message', message)
}

/** Paths of the files that existed and have changed since the last commit. */
export function changedFiles(folder: string): readonly string[] {
  runGit(folder, 'add', '--all')
  const listed = runGit(folder, 'diff', '--cached', '--name-only', '-z', '--diff-filter=MDT')
  return listed.split('\0').filter(Boolean)
}

/** Third-party packages stay where they are; the workspaces' links lead into the copy. */
function linkInstalled(root: string, folder: string): void {
  const modules = join(root, 'node_modules')
  const own = '@latchkey'
  mkdirSync(join(folder, 'node_modules', own), { recursive: true })
  for (const name of readdirSync(modules)) {
    const isCache = name.startsWith('.') && name !== '.bin'
    if (name !== own && !isCache)
      symlinkSync(join(modules, name), join(folder, 'node_modules', name), 'junction')
  }
  for (const name of readdirSync(join(modules, own))) {
    linkWorkspace(folder, name, readlinkSync(join(modules, own, name)))
  }
  for (const room of ['packages', 'apps', 'examples']) {
    for (const name of readdirSync(join(root, room))) {
      const nested = join(root, room, name, 'node_modules')
      if (existsSync(nested))
        symlinkSync(nested, join(folder, room, name, 'node_modules'), 'junction')
    }
  }
}

/** What `npm install` does for a workspace. `target` is relative to the folder of the link. */
export function linkWorkspace(folder: string, name: string, target: string): void {
  symlinkSync(target, join(folder, 'node_modules/@latchkey', name), 'junction')
}

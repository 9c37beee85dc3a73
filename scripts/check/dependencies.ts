/** The used fields of an entry of `packages` in npm's lock file. */
export interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type Lock = Readonly<Record<string, LockEntry>>

const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
])

/** Lock path of the package that `from` gets for `name`; undefined when it is not installed. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    const entry = lock[path]
    if (entry) return entry.link && entry.resolved ? entry.resolved : path
    if (!folder) return undefined
  }
}

/**
 * Lock paths of all run-time dependencies of the workspaces, including the workspaces and peers
 * that npm installs.
 */
export function runtimeClosure(lock: Lock, workspaces: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const entry = lock[path] ?? {}
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    )
    const names = [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.optionalDependencies ?? {}),
      ...peers,
    ]
    for (const name of names) {
      const target = resolve(lock, path, name)
      if (target !== undefined) visit(target)
    }
  }
  for (const workspace of workspaces) {
    visit(workspace)
  }
  return [...seen].sort()
}

/** `node_modules/a/node_modules/@b/c` → `@b/c`. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Third-party packages that a consumer installs with the workspaces, without React. */
export function installedFor(lock: Lock, workspaces: readonly string[]): string[] {
  const react = new Set(['react', 'react-dom', 'scheduler'])
  return runtimeClosure(lock, workspaces)
    .filter((path) => path.includes('node_modules/'))
    .map(nameOfPath)
    .filter((name) => !react.has(name))
}

/** Whether every choice of an SPDX expression's `AND` has a permissive `OR`. */
export function isPermissive(license: string | undefined): boolean {
  if (!license) return false
  return license
    .replace(/[()]/g, '')
    .split(/\s+AND\s+/)
    .every((part) => part.split(/\s+OR\s+/).some((one) => permissive.has(one)))
}

/**
 * Version of the independent client that tests run against; later releases have another licence.
 */
const peerVersion = '2.21.8'
const pinned = /^@walletconnect\/(sign-client|core|types|utils)$/

/**
 * Faults about WalletConnect and Reown packages: none of Reown is allowed, and of WalletConnect
 * only the tests' client with its dependencies, at one version.
 */
export function peerFaults(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/')) {
      const shipped = {
        ...entry.dependencies,
        ...entry.optionalDependencies,
        ...entry.peerDependencies,
      }
      const wanted = Object.keys(shipped).filter((name) => /^@(walletconnect|reown)\//.test(name))
      return wanted.map((name) => `${path || 'the root'} wants ${name}`)
    }
    const name = entry.name ?? nameOfPath(path)
    if (name.startsWith('@reown/')) return [`${path}: never`]
    if (!name.startsWith('@walletconnect/')) return []
    if (pinned.test(name) && entry.version !== peerVersion)
      return [`${path}: ${entry.version} instead of ${peerVersion}`]
    return entry.dev ? [] : [`${path}: for tests only`]
  })
}

/** Faults: run-time dependencies with other licences, and any WalletConnect or Reown package. */
export function licenceFaults(
  lock: Lock,
  workspaces: readonly string[],
  licenceOf: (path: string) => string | undefined = (path) => lock[path]?.license,
): string[] {
  return runtimeClosure(lock, workspaces)
    .filter((path) => path.includes('node_modules/'))
    .flatMap((path) => {
      const name = nameOfPath(path)
      if (/^@(walletconnect|reown)\//.test(name)) return [`${name}: no dependency of ours`]
      const licence = licenceOf(path)
      return isPermissive(licence) ? [] : [`${name}: licence ${licence ?? 'not stated'}`]
    })
}

/** Run-time dependencies with an install script, which would run on a consumer's machine. */
export function installScriptFaults(lock: Lock, workspaces: readonly string[]): string[] {
  return runtimeClosure(lock, workspaces)
    .filter((path) => path.includes('node_modules/') && lock[path]?.hasInstallScript)
    .map((path) => `${nameOfPath(path)} runs a script when it is installed`)
}

import { type Lock, type LockEntry, nameOfPath } from '../check/dependencies.ts'

/** Where a package runs, in npm's words for its own `os`, `cpu` and `libc`. */
export interface Platform {
  readonly os: string
  readonly cpu: string
  readonly libc?: 'glibc' | 'musl'
}

const systems: Readonly<Record<string, string>> = { windows: 'win32' }
const processors: Readonly<Record<string, string>> = { amd64: 'x64' }
const namedSystem =
  /(?:^|[-/])(darwin|linux|win32|windows|android|freebsd|netbsd|openbsd|openharmony|sunos|aix)-/
const namedProcessor = /^(arm64|arm|x64|amd64|ia32|ppc64|riscv64|s390x|loong64|mips64el)(?:-|$)/

/**
 * The platform that a prebuilt package's name ends in (`…-linux-arm64-musl`); undefined where it
 * names none.
 */
export function platformOf(name: string): Platform | undefined {
  const system = namedSystem.exec(name)
  const rest = system ? name.slice(system.index + system[0].length) : ''
  const processor = namedProcessor.exec(rest)?.[1]
  if (!system?.[1] || !processor) return undefined
  const libc = /musl/.test(rest)
    ? 'musl'
    : /gnu/.test(rest) && system[1] === 'linux'
      ? 'glibc'
      : undefined
  return {
    os: systems[system[1]] ?? system[1],
    cpu: processors[processor] ?? processor,
    ...(libc && { libc }),
  }
}

/**
 * A prebuilt package that a package of the lock names as optional and that the lock itself does not
 * hold.
 */
export interface MissingPackage {
  readonly parent: string
  readonly name: string
  readonly version: string
}

/** Where the lock keeps `name` for the package at `from`. */
function findEntry(lock: Lock, from: string, name: string): LockEntry | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const entry = lock[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`]
    if (entry || !folder) return entry
  }
}

/**
 * npm leaves out of the lock what the registry could not show it while installing; `npm ci` then
 * refuses that lock.
 */
export function missingPackages(lock: Lock): MissingPackage[] {
  return Object.entries(lock).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !findEntry(lock, parent, name))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/**
 * The lock with an entry for each missing package: its version as its parent's manifest names it,
 * its platform as its own name says. The checksum is left out; whoever reaches the package fills it
 * in (`npm run lock -- --checksums`).
 * @throws where a parent names a range instead of a version, or a name tells no platform: npm has
 *   to be asked then
 */
export function completeLock(lock: Lock): Lock {
  const added = missingPackages(lock).map(({ parent, name, version }) => {
    const platform = platformOf(name)
    if (!/^\d+\.\d+\.\d+/.test(version) || !platform) {
      throw new Error(
        `${parent} wants ${name}@${version}: neither its version nor its platform can be told from that`,
      )
    }
    const { dev, devOptional, license } = lock[parent] ?? {}
    return [
      `node_modules/${name}`,
      {
        version,
        cpu: [platform.cpu],
        ...(dev && { dev }),
        ...(devOptional && { devOptional }),
        ...(platform.libc && { libc: [platform.libc] }),
        ...(license && { license }),
        optional: true,
        os: [platform.os],
      } satisfies LockEntry,
    ] as const
  })
  const own = Object.entries(lock)
  const inOrder = [...own, ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))
  return Object.fromEntries(inOrder)
}

const allows = (list: readonly string[] | undefined, value: string | undefined): boolean =>
  !list || value === undefined || list.includes(value)

/**
 * Tools that bring a prebuilt package for several platforms, and for one of `platforms` none that
 * the lock names. A package without a platform (WebAssembly) does for all; a tool with a single
 * optional package (`fsevents`) does without.
 */
export function platformsWithout(lock: Lock, platforms: readonly Platform[]): string[] {
  return Object.entries(lock).flatMap(([parent, { optionalDependencies = {} }]) => {
    const names = Object.keys(optionalDependencies).filter((name) => platformOf(name))
    if (names.length < 2) return []
    const entries = names.flatMap((name) => findEntry(lock, parent, name) ?? [])
    const isServed = ({ os, cpu, libc }: Platform): boolean =>
      entries.some(
        (entry) => allows(entry.os, os) && allows(entry.cpu, cpu) && allows(entry.libc, libc),
      )
    return platforms
      .filter((platform) => !isServed(platform))
      .map(
        ({ os, cpu, libc }) =>
          `${nameOfPath(parent)} has no package for ${[os, cpu, libc].filter(Boolean).join('-')}`,
      )
  })
}

import { type Lock, type LockEntry, nameOfPath } from '../check/dependencies.ts'

/** Platforms of a package, in npm's values for `os`, `cpu` and `libc`. */
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
 * The platform at the end of a prebuilt package's name (`…-linux-arm64-musl`); undefined when there
 * is none.
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

/** A prebuilt package that a locked package names as optional but the lock lacks. */
export interface MissingPackage {
  readonly parent: string
  readonly name: string
  readonly version: string
}

/** Lock path of `name` for the package at `from`. */
function findEntry(lock: Lock, from: string, name: string): LockEntry | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const entry = lock[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`]
    if (entry || !folder) return entry
  }
}

/**
 * Missing packages: npm leaves out of the lock what the registry could not return during the
 * install, and `npm ci` then refuses the lock.
 */
export function missingPackages(lock: Lock): MissingPackage[] {
  return Object.entries(lock).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !findEntry(lock, parent, name))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/**
 * Adds an entry for each missing package: version from its parent's manifest, platform from its
 * name. The checksum is left out and added later (`npm run lock -- --checksums`).
 * @throws when a parent names a version range, or a name has no platform: npm must then be run
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
 * Finds tools with prebuilt packages for several platforms but none for one of `platforms`. A
 * package without a platform (WebAssembly) serves all; a tool with a single optional package
 * (`fsevents`) works without it.
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

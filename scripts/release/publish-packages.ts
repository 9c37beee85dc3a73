import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderPackages } from './order-packages.ts'
import type { Packed } from './pack-packages.ts'
import { NpmError, runNpm } from './run-npm.ts'
import { unpackTarball } from './unpack-tarball.ts'

export interface PublishOptions {
  /** The dist-tag, such as `latest` or `canary`. */
  readonly tag: string
  /** Whether only to say what would be done; the registry is asked, and not written to. */
  readonly isDry?: boolean
  /** More options for `npm publish`, such as `--provenance=false`. */
  readonly more?: readonly string[]
  /** The whole environment of npm, which names the registry; default: that of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined
}

export interface PublishResult {
  readonly name: string
  readonly outcome: 'published' | 'would be published' | 'is there already'
}

/**
 * Publishes packages to the registry that npm's settings name, dependencies first. What is there
 * with the same content is left alone, so an interrupted release is simply started again.
 * @throws before anything is published: when a version is there with other content, or a
 *   prerelease would become `latest`
 */
export async function publishPackages(
  packages: readonly Packed[],
  { tag, isDry = false, more = [], env }: PublishOptions,
): Promise<readonly PublishResult[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'latchkey-release-'))
  const options = { cwd: scratch, env }
  try {
    const ordered = orderPackages(packages)
    for (const { manifest } of ordered) {
      if (tag === 'latest' && manifest.version.includes('-'))
        throw new Error(`${manifest.name} ${manifest.version} is a prerelease: give it a --tag`)
    }
    const planned = await Promise.all(
      ordered.map(async (one) => ({ one, isThere: await isPublishedAlready(one, scratch, env) })),
    )
    const results: PublishResult[] = []
    for (const { one, isThere } of planned) {
      const { name } = one.manifest
      if (isThere) {
        results.push({ name, outcome: 'is there already' })
        continue
      }
      const dry = isDry ? ['--dry-run'] : []
      await runNpm(['publish', one.tarball, '--tag', tag, ...dry, ...more], options)
      results.push({ name, outcome: isDry ? 'would be published' : 'published' })
    }
    return results
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @throws when the version is there with other content */
async function isPublishedAlready(
  { manifest, tarball, integrity }: Packed,
  scratch: string,
  env: NodeJS.ProcessEnv | undefined,
): Promise<boolean> {
  const id = `${manifest.name}@${manifest.version}`
  const options = { cwd: scratch, env }
  const found = await runNpm(['view', id, 'dist.integrity', '--json'], options).catch(
    (error: unknown) => {
      if (error instanceof NpmError && error.code === 'E404') return ''
      throw error
    },
  )
  if (!found.trim()) return false
  if (JSON.parse(found) === integrity) return true
  // Another version of zlib compresses the same files to other bytes.
  const folder = await mkdtemp(join(scratch, 'theirs-'))
  await runNpm(['pack', id, '--pack-destination', folder], options)
  const [file = ''] = readdirSync(folder)
  const theirs = unpackTarball(readFileSync(join(folder, file)))
  const own = unpackTarball(readFileSync(tarball))
  const differing = [...new Set([...own.keys(), ...theirs.keys()])].filter((path) => {
    const [mine, other] = [own.get(path), theirs.get(path)]
    return !mine || !other || !mine.equals(other)
  })
  if (differing.length === 0) return true
  throw new Error(
    `${id} is published with other content (${differing.slice(0, 5).join(', ')}): make a new version`,
  )
}

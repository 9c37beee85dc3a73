import { isPublished, type Manifest } from '../check-dist/publishable.ts'

/** A package's manifest with the texts that are published beside it; `''`: there is no such file. */
export interface PackageTexts {
  /** Folder in the repository (`packages/core`). */
  readonly path: string
  readonly manifest: Manifest
  readonly readme: string
  readonly changelog: string
}

const label = /^\*\*Stability: (stable|beta|experimental)\*\*/m
const exactVersion = /^\d/

/**
 * Faults of the packages that are published: sources that npm would publish as they stand, missing
 * texts, versions that differ, exact versions of other people's packages in a library, and labels
 * that differ from the table.
 * @param table - text of `docs/stability.md`
 */
export function publishedPackageFaults(all: readonly PackageTexts[], table: string): string[] {
  const published = all.filter(({ manifest }) => isPublished(manifest))
  const [version = ''] = published.map(({ manifest }) => manifest.version)
  const ours = new Set(all.map(({ manifest }) => manifest.name))
  return published.flatMap((one) => {
    const { path, manifest } = one
    const { access, provenance } = manifest.publishConfig ?? {}
    const stated = label.exec(one.readme)?.[1]
    const faults = [
      manifest.private
        ? ''
        : 'needs `"private": true`, so that npm refuses to publish its sources (what is laid down drops it)',
      access === 'public' && provenance === true
        ? ''
        : 'needs `"publishConfig": { "access": "public", "provenance": true }`, or is not published',
      manifest.description ? '' : 'has no description',
      manifest.keywords?.length ? '' : 'has no keywords',
      one.changelog ? '' : 'has no CHANGELOG.md',
      manifest.version === version ? '' : `has version ${manifest.version}, others ${version}`,
      stated ? '' : 'has no line "**Stability: beta**" (or stable, experimental) in its README',
      !stated || table.includes(`| \`${manifest.name}\` | ${stated} |`)
        ? ''
        : `is ${stated} by its README, and docs/stability.md does not say so`,
      ...versionFaults(manifest, ours, version),
    ]
    return faults.filter(Boolean).map((fault) => `${path} ${fault}`)
  })
}

/**
 * A library must not pin other people's packages, else the page that uses it gets a second copy of
 * them. What is run (it has a `bin`) is pinned, because nothing is shared with it. Siblings are
 * always asked for exactly, because they use each other's inside.
 */
function versionFaults(manifest: Manifest, ours: ReadonlySet<string>, version: string): string[] {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
  return wanted.flatMap(([name, range]) => {
    if (ours.has(name))
      return range === version ? [] : [`asks for ${name} ${range}, not ${version}`]
    const isPinned = exactVersion.test(range) && !range.includes('||')
    return isPinned && !manifest.bin ? [`pins ${name} to ${range}: give a range (^${range})`] : []
  })
}

import type { Manifest } from '../check-dist/publishable.ts'

/**
 * Sorts packages so that each comes after those it depends on. Whoever installs during a release
 * then never gets a package whose sibling is not there yet.
 * @throws when packages depend on each other in a circle
 */
export function orderPackages<T extends { readonly manifest: Manifest }>(
  packages: readonly T[],
): readonly T[] {
  const byName = new Map(packages.map((one) => [one.manifest.name, one]))
  const ordered: T[] = []
  const visit = (one: T, path: readonly string[]): void => {
    const { name, dependencies, peerDependencies } = one.manifest
    if (ordered.includes(one)) return
    if (path.includes(name)) throw new Error(`a circle: ${[...path, name].join(' → ')}`)
    for (const wanted of Object.keys({ ...dependencies, ...peerDependencies }).sort()) {
      const sibling = byName.get(wanted)
      if (sibling) visit(sibling, [...path, name])
    }
    ordered.push(one)
  }
  const byNames = (a: T, b: T): number => a.manifest.name.localeCompare(b.manifest.name, 'en')
  for (const one of [...packages].sort(byNames)) {
    visit(one, [])
  }
  return ordered
}

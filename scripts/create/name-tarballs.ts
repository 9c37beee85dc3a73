/** The used fields of an app's manifest. */
export interface AppManifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/**
 * The manifest with tarballs in place of versions, also of packages that only ours depend on: no
 * registry has these.
 * @param needed - names of our packages that the app needs, directly or not
 * @param tarballs - paths of the tarballs by package name
 * @throws when one is not packed
 */
export function nameTarballs<T extends AppManifest>(
  manifest: T,
  needed: readonly string[],
  tarballs: Readonly<Record<string, string>>,
): T {
  const { dependencies, devDependencies } = manifest
  const paths = needed.map((name) => {
    const path = tarballs[name]
    if (!path) throw new Error(`${name} is not packed`)
    return [name, `file:${path}`] as const
  })
  const isForDevelopment = (name: string): boolean => name in devDependencies
  return {
    ...manifest,
    dependencies: Object.assign(
      {},
      dependencies,
      Object.fromEntries(paths.filter(([name]) => !isForDevelopment(name))),
    ),
    devDependencies: Object.assign(
      {},
      devDependencies,
      Object.fromEntries(paths.filter(([name]) => isForDevelopment(name))),
    ),
  }
}

import type { Wagmi } from './open-site.ts'

/** Version 2 of wagmi, which is installed under another name. */
export async function version2(): Promise<Wagmi> {
  const [main, actions] = await Promise.all([import('wagmi2'), import('wagmi2/actions')])
  // What the tests use has the same shape in both versions.
  return { main, actions } as unknown as Wagmi
}

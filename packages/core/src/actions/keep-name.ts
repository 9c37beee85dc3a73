import type { Kit } from '../kit.ts'

/** Keeps the name of a connected address, so that the page can show it before anybody is asked; gone with the last connection. */
export async function keepName(
  kit: Kit,
  { address, name }: { readonly address: string; readonly name: string },
): Promise<void> {
  kit.memory.set(address, name)
  try {
    const { writeName } = await import('../write-name.ts')
    writeName(kit, address, name)
  } catch {
    // It is looked up again after the next page load.
  }
}

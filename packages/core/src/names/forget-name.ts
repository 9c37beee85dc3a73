import type { Kit } from '../machine/kit.ts'

/** Deletes cached look-ups of a name after it has changed. */
export function forgetName(kit: Kit, name: string): void {
  for (const key of [...kit.memory.keys()]) {
    if (key.startsWith('name:') && key.toLowerCase().endsWith(`:${name}`)) kit.memory.delete(key)
  }
}

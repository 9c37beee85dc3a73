import type { Kit } from '../machine/kit.ts'

/** What was looked up of a name before is not so any more. */
export function forgetName(kit: Kit, name: string): void {
  for (const key of [...kit.memory.keys()]) {
    if (key.startsWith('name:') && key.toLowerCase().endsWith(`:${name}`)) kit.memory.delete(key)
  }
}

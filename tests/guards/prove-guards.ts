import { expect } from 'vitest'
import type { GuardName } from './guards.ts'

/** Resolves to whether the attack succeeded. */
export type Attack = () => boolean | Promise<boolean>

/** Title, the guards that stop the attack, and the attack. */
export type Attempt = readonly [title: string, names: readonly GuardName[], attack: Attack]

const switches = globalThis as { latchkeyGuardsOff?: ReadonlySet<string> }

export async function withoutGuards<T>(
  names: readonly GuardName[],
  run: () => T | Promise<T>,
): Promise<T> {
  switches.latchkeyGuardsOff = new Set(names)
  try {
    return await run()
  } finally {
    delete switches.latchkeyGuardsOff
  }
}

/**
 * Proves that the attack succeeds only when all of these guards are off, so that each of them alone
 * stops it.
 */
export async function proveGuards(
  names: readonly GuardName[],
  attack: (off: readonly GuardName[]) => boolean | Promise<boolean>,
): Promise<void> {
  for (const on of names) {
    const off = names.filter((name) => name !== on)
    expect(await withoutGuards(off, () => attack(off)), `with ${on} alone`).toBe(false)
  }
  expect(await withoutGuards(names, () => attack(names)), `without ${names.join(', ')}`).toBe(true)
}

import { expect } from 'vitest'
import type { GuardName } from './guards.ts'

/** Whether it got through. */
export type Attack = () => boolean | Promise<boolean>

/** Title, the guards that stop it, and what is tried. */
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
 * The attack gets through where all of these guards are off, and nowhere else: each of them alone
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

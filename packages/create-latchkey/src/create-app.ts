import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AppChoices } from './choices.ts'
import { planApp } from './files/plan-app.ts'
import { requireTargetFolder } from './target/target-folder.ts'

/** The folder in which an app is created. */
export interface AppPlace {
  /** Absolute path of the folder in which the program was started. */
  readonly current: string
  /** Path of the app's folder relative to `current`: `.`, or a folder below. */
  readonly folder: string
}

/**
 * Makes an app in a new or empty folder. Nothing is installed, and nothing is fetched.
 * @returns absolute path of the app's folder
 * @throws `config-invalid` when the folder is not empty or lies elsewhere, when npm would refuse the
 *   name, or when a network is not in the catalog
 * @example
 * import { createApp } from 'create-latchkey'
 *
 * const choices = { name: 'my-shop', template: 'next', chains: ['base'], hasGateway: true } as const
 * console.log(createApp({ current: process.cwd(), folder: 'my-shop' }, choices))
 */
export function createApp({ current, folder }: AppPlace, choices: AppChoices): string {
  const target = requireTargetFolder(current, folder)
  for (const { path, text } of planApp(choices)) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    // Files that have appeared in the folder since the check are not overwritten.
    writeFileSync(file, text, { flag: 'wx' })
  }
  return target
}

import { defaultChains } from '../chains.ts'
import { type AppChoices, templateNames } from '../choices.ts'
import { suggestAppName } from '../target/app-name.ts'
import type { Flags } from './read-flags.ts'

/** All choices that are needed to create an app. */
export interface Decision extends AppChoices {
  /** Path of the app's folder, relative to the current folder. */
  readonly folder: string
}

/**
 * Uses defaults for the choices that the command-line arguments do not contain.
 * @param current - absolute path of the current folder, which names an app that is made in it
 */
export function decideChoices(flags: Flags, current: string): Decision {
  const folder = flags.folder ?? folderOfName(flags.name) ?? 'latchkey-app'
  return {
    folder,
    name: flags.name ?? suggestNameFor(folder, current),
    template: flags.template ?? templateNames[0],
    chains: flags.chains ?? defaultChains,
    hasGateway: flags.hasGateway ?? false,
  }
}

/** Suggests a name for an app from its folder's name; `.` means the current folder. */
export function suggestNameFor(folder: string, current: string): string {
  return suggestAppName(/^\.?[\\/]*$/.test(folder) ? current : folder)
}

/** The folder for an app when only its name is given: the npm name without the scope. */
function folderOfName(name: string | undefined): string | undefined {
  return name?.replace(/^@[^/]*\//, '')
}

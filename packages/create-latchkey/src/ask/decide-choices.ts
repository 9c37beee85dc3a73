import { defaultChains } from '../chains.ts'
import { type AppChoices, templateNames } from '../choices.ts'
import { suggestAppName } from '../target/app-name.ts'
import type { Flags } from './read-flags.ts'

/** Everything that has to be known to make an app. */
export interface Decision extends AppChoices {
  /** Path of the app's folder, relative to the current one. */
  readonly folder: string
}

/**
 * Fills in what the arguments leave open.
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

/** Suggests a name for an app in a folder; `.` is the current one. */
export function suggestNameFor(folder: string, current: string): string {
  return suggestAppName(/^\.?[\\/]*$/.test(folder) ? current : folder)
}

/** The folder of an app of which only the name is known: without the scope. */
function folderOfName(name: string | undefined): string | undefined {
  return name?.replace(/^@[^/]*\//, '')
}

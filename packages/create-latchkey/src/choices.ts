/** The frameworks that an app can be made with, the default one first. */
export const templateNames = ['vite', 'next', 'sveltekit'] as const

/** A framework: Vite with React, Next with its App Router, or SvelteKit. */
export type TemplateName = (typeof templateNames)[number]

/** What an app is made of. */
export interface AppChoices {
  /** Name of the app's npm package, such as `my-shop`. */
  readonly name: string
  readonly template: TemplateName
  /** Networks by the names that `@latchkey/catalog/networks` exports, the first one preferred. */
  readonly chains: readonly string[]
  /** Whether files for a gateway are written. */
  readonly hasGateway: boolean
}

/** A file of the app. */
export interface AppFile {
  /** Path in the app's folder, with `/` between its parts. */
  readonly path: string
  readonly text: string
}

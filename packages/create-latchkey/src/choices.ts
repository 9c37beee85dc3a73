/** Names of the templates, one for each framework; the first one is the default. */
export const templateNames = ['vite', 'next', 'sveltekit'] as const

/** A template: Vite with React, Next with its App Router, or SvelteKit. */
export type TemplateName = (typeof templateNames)[number]

/** The user's choices for an app, without its folder. */
export interface AppChoices {
  /** Name of the app's npm package, such as `my-shop`. */
  readonly name: string
  readonly template: TemplateName
  /** Names of networks as `@latchkey/catalog/networks` exports them; the first one is preferred. */
  readonly chains: readonly string[]
  /** Whether the app gets files to run its own Latchkey gateway. */
  readonly hasGateway: boolean
}

/** A file of a new app. */
export interface AppFile {
  /** Path relative to the app's folder, with `/` as separator. */
  readonly path: string
  readonly text: string
}

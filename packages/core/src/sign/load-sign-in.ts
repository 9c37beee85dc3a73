/** Loads the modules of the sign-in; a kit without one never does. */
export const loadSignIn = (): Promise<typeof import('./index.ts')> => import('./index.ts')

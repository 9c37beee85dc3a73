/** Loads the modules that write, restore and resume sessions; they are one chunk. */
export const loadSession = (): Promise<typeof import('./index.ts')> => import('./index.ts')

/** Loads what writes, restores and resumes sessions; all of it comes in one file. */
export const loadSession = (): Promise<typeof import('./index.ts')> => import('./index.ts')

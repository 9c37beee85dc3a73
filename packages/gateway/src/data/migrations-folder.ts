import { fileURLToPath } from 'node:url'

/** Stands beside `src` and `dist`, so the same step up finds it from both. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

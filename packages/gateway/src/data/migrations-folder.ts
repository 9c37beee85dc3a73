import { fileURLToPath } from 'node:url'

/** The migrations folder is beside `src` and `dist`, so the same relative path works from both. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

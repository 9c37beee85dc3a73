import { fileURLToPath } from 'node:url'

/**
 * Folder of the built dashboard, beside `src` and `dist` like the migrations; it does not exist
 * until the dashboard is built.
 */
export const dashboardFolder = fileURLToPath(new URL('../../../dashboard', import.meta.url))

import { fileURLToPath } from 'node:url'

/** The built dashboard, beside `src` and `dist` like the migrations; absent until it is built. */
export const dashboardFolder = fileURLToPath(new URL('../../../dashboard', import.meta.url))

import { dirname } from 'node:path'

/** The packages lie in the folder above, and lock files further up are not of this app. */
const root = dirname(import.meta.dirname)

export default { turbopack: { root }, outputFileTracingRoot: root }

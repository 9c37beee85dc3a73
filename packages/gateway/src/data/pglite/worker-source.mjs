import { register } from 'tsx/esm/api'

// Threads of Node 20 do not inherit the loader of their process.
register()
await import('./worker.ts')

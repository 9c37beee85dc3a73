import { register } from 'tsx/esm/api'

// In Node 20 threads do not inherit the module loader of their process.
register()
await import('./worker.ts')

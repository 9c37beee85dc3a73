export { type EmbeddedOptions, embedded } from './embedded.ts'

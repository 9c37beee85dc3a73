export { type Bundler, startBundler } from './start-bundler.ts'

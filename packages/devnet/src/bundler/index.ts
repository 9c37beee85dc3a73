export { type Bundler, startBundler } from './start-bundler.ts'
export { type Sponsor, startSponsor } from './start-sponsor.ts'

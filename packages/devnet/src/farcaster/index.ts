export { keyOf } from './deploy-farcaster.ts'
export { type FarcasterPerson, farcasterLiar, farcasterPeople } from './farcaster-people.ts'
export { type FarcasterRelay, startFarcaster } from './start-farcaster.ts'

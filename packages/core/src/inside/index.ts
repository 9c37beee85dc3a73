// For the packages and tests of this repository; a page needs none of it.
export { inside } from '../machine/inside.ts'
export { perKit } from '../machine/per-kit.ts'

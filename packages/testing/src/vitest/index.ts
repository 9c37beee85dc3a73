export { expect } from 'vitest'
export { type KitFixtures, test } from './fixtures.ts'

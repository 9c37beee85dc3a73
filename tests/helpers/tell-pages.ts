import { afterEach } from 'vitest'
import { tellPages } from './watched-pages.ts'

// The cause of a failure that comes once in a hundred runs must stand in the log of that run.
afterEach(() => tellPages())

import { afterEach } from 'vitest'
import { tellPages } from './watched-pages.ts'

// Writes the cause of a failure to the log, because a rare failure may not come again.
afterEach(() => tellPages())
